import Foundation
import PredicateCore
import RecordCore
import RecordService
import Testing

@testable import WebServices

/// Every request, from the text that clients send and back.
struct RequestReadingTests {
    @Test func `a query has all its members in any order`() throws {
        let request = try read(
            QueryRequest.self,
            """
            {"ckjsVersion": "2.6", "zoneWide": true, "numbersAsStrings": true,
             "desiredKeys": ["name", "n"], "resultsLimit": 7,
             "query": {"sortBy": [{"fieldName": "name", "ascending": false},
                                  {"systemFieldName": "createdTimestamp"}],
                       "filterBy": [{"fieldName": "name", "comparator": "EQUALS",
                                     "fieldValue": {"value": "Ann", "type": "STRING"}}],
                       "recordType": "Person"},
             "zoneID": {"zoneName": "Notes", "ownerRecordName": "_bob", "zoneType": "X"},
             "continuationMarker": "bWFyaw=="}
            """)
        #expect(request.query?.recordType == "Person")
        #expect(
            request.query?.filters
                == [WireFilter("name", .equals, WireValue("Ann", type: WireType(.string)))])
        #expect(
            request.query?.sorts == [
                WireSort("name", ascending: false),
                WireSort("createdTimestamp", isSystemField: true),
            ])
        #expect(request.zone == ZoneID("Notes", owner: "_bob"))
        #expect(request.isZoneWide)
        #expect(request.limit == 7)
        #expect(request.marker == "bWFyaw==")
        #expect(
            request.options
                == RecordOptions(desiredKeys: ["name", "n"], numbersAsStrings: true))
        #expect(try read(QueryRequest.self, text(request)) == request)
    }

    @Test func `one filter and one sort may stand without an array`() throws {
        let request = try read(
            QueryRequest.self,
            """
            {"query": {"recordType": "T", "sortBy": {"fieldName": "a"},
             "filterBy": {"fieldName": "a", "comparator": "NEAR", "distance": 5.5,
                          "fieldValue": {"value": {"latitude": 1, "longitude": 2}}}}}
            """)
        #expect(request.query?.filters.first?.comparator == .near)
        #expect(request.query?.filters.first?.distance == 5.5)
        #expect(
            request.query?.filters.first?.value.value
                == .location(Location(latitude: 1, longitude: 2)))
        #expect(request.query?.sorts == [WireSort("a")])
        let none = try read(
            QueryRequest.self, #"{"query": {"recordType": "T", "filterBy": {}, "sortBy": null}}"#)
        #expect(none.query == WireQuery("T"))
    }

    @Test func `null is as if it were not there, and the last of two members counts`() throws {
        let request = try read(
            QueryRequest.self,
            """
            {"query": {"recordType": "A", "recordType": "B", "filterBy": null},
             "zoneID": null, "resultsLimit": null, "desiredKeys": null, "zoneWide": null,
             "continuationMarker": "a", "continuationMarker": null}
            """)
        #expect(request == QueryRequest(WireQuery("B")))
    }

    @Test func `members of an object inside are no members of the object outside`() throws {
        let request = try read(
            QueryRequest.self,
            #"{"exact": true, "query": {"recordType": "T", "predicate": "a = 1"}, "reverse": 1}"#)
        #expect(request == QueryRequest(WireQuery("T")))
        let user = try read(WireUser.self, #"{"givenName": "Ann", "userRecordName": "_ann"}"#)
        #expect(user == WireUser(user: "_ann"))
    }

    @Test func `a predicate of our own client travels as text`() throws {
        let query = WireQuery(
            "T", sorts: [WireSort("a", textOrder: .localizedStandard)],
            predicate: #"name BEGINSWITH "A\"""#, profile: .cloudKitOriginal)
        let request = QueryRequest(
            query, zone: ZoneID("Z"), limit: 3, marker: "x", options: RecordOptions(isExact: true))
        #expect(try read(QueryRequest.self, text(request)) == request)
        #expect(
            try query.queryPredicate(type: nil, zone: .default)
                == QueryPredicate(parsing: "name BEGINSWITH %@", "A\""))
    }

    @Test func `a sort by distance keeps its point`() throws {
        let body = """
            {"query": {"recordType": "T", "sortBy": [
              {"fieldName": "a", "relativeLocation": {"latitude": 1.5, "longitude": -2}},
              {"fieldName": "b", "relativeLocation":
                {"value": {"latitude": 3, "longitude": 4}, "type": "LOCATION"}}]}}
            """
        let ordering = try read(QueryRequest.self, body).query?.ordering
        #expect(
            ordering == [
                Ordering(
                    key: .distance(
                        QueryKeyPath("a"), from: Location(latitude: 1.5, longitude: -2))),
                Ordering(
                    key: .distance(QueryKeyPath("b"), from: Location(latitude: 3, longitude: 4))),
            ])
    }

    @Test func `every kind of operation is read and written`() throws {
        let operations = ModifyRequest.Kind.allCases.map { kind in
            ModifyRequest.Operation(
                kind, WireRecord(name: "a", type: "T", zone: ZoneID("Z"), changeTag: "1g"),
                desiredKeys: kind == .create ? ["x"] : nil,
                hints: kind == .update
                    ? ModifyRequest.Hints(isPartial: true, keepsParent: false) : nil)
        }
        let request = ModifyRequest(
            operations, zone: ZoneID("Y", owner: "_bob"), isAtomic: false,
            options: RecordOptions(desiredKeys: [], isExact: true))
        #expect(try read(ModifyRequest.self, text(request)) == request)
        #expect(ModifyRequest.Kind.allCases.count == 7)
    }

    @Test func `lookups, changes and zones are read and written`() throws {
        let options = RecordOptions(desiredKeys: ["a"], numbersAsStrings: true, isExact: true)
        let lookup = LookupRequest(
            [
                LookupRequest.Item("a", desiredKeys: []),
                LookupRequest.Item("b", zone: ZoneID("Z", owner: "_bob")),
            ], zone: ZoneID("Y"), options: options)
        #expect(try read(LookupRequest.self, text(lookup)) == lookup)

        let changes = RecordChangesRequest(
            zone: ZoneID("Y"), token: "dA==", limit: 5, recordTypes: ["A", "B"], isReverse: true,
            options: options)
        #expect(try read(RecordChangesRequest.self, text(changes)) == changes)
        let both = ZoneChangesRequest([changes, RecordChangesRequest(zone: ZoneID("Z"), limit: 9)])
        #expect(try read(ZoneChangesRequest.self, text(both)) == both)

        let database = DatabaseChangesRequest(token: "dA==", limit: 2)
        #expect(try read(DatabaseChangesRequest.self, text(database)) == database)
        #expect(try read(DatabaseChangesRequest.self, "") == DatabaseChangesRequest())

        let zones = ZoneLookupRequest([ZoneID("A"), ZoneID("B", owner: "_bob")])
        #expect(try read(ZoneLookupRequest.self, text(zones)) == zones)
        let modify = ZoneModifyRequest([
            .init(ZoneID("A")), .init(ZoneID("B"), isDeletion: true),
        ])
        #expect(try read(ZoneModifyRequest.self, text(modify)) == modify)
        let exact = ZoneModifyRequest([.init(ZoneID("A"))], isExact: true)
        #expect(try read(ZoneModifyRequest.self, text(exact)) == exact)
    }

    @Test func `what is said of all zones holds for each that does not say it`() throws {
        let request = try read(
            ZoneChangesRequest.self,
            """
            {"zones": [{"zoneID": {"zoneName": "A"}}, {"zoneID": {"zoneName": "B"},
             "desiredKeys": ["b"], "resultsLimit": 1}], "desiredKeys": ["a"], "resultsLimit": 9,
             "desiredRecordTypes": ["T"], "quarry": {"exact": true}}
            """)
        #expect(request.zones.map(\.limit) == [9, 1])
        #expect(request.zones.map(\.options.desiredKeys) == [["a"], ["b"]])
        #expect(request.zones.map(\.recordTypes) == [["T"], ["T"]])
        #expect(request.zones.map(\.options.isExact) == [true, true])
    }

    @Test func `zones may be named with one level less`() throws {
        let request = try read(
            ZoneModifyRequest.self,
            """
            {"operations": [{"operationType": "create", "zone": {"zoneName": "A"}},
              {"operationType": "delete", "zoneID": {"zoneName": "B"}}]}
            """)
        #expect(
            request.operations
                == [.init(ZoneID("A")), .init(ZoneID("B"), isDeletion: true)])
    }

    @Test func `shares, users, assets and tokens are read and written`() throws {
        let shares = ShareRequest([
            .init("0cA"), .init("1dB", fetchesRoot: true, rootDesiredKeys: ["a"]),
        ])
        #expect(try read(ShareRequest.self, text(shares)) == shares)

        let users = UserLookupRequest([
            UserLookup(email: "a@example.org"), UserLookup(phone: "+1"), UserLookup(user: "_ann"),
        ])
        #expect(try read(UserLookupRequest.self, text(users)) == users)
        #expect(
            try read(UserLookupRequest.self, #"{"lookupInfos": [{"userRecordName": "_ann"}]}"#)
                == UserLookupRequest([UserLookup(user: "_ann")]))

        let upload = AssetUploadRequest(
            [
                .init(recordName: "a", recordType: "T", field: "f"),
                .init(recordName: nil, recordType: "T", field: "g"),
            ], zone: ZoneID("Z"))
        #expect(try read(AssetUploadRequest.self, text(upload)) == upload)
        let rereference = AssetRereferenceRequest(
            [.init(recordName: "a", field: "f")], zone: ZoneID("Z"))
        #expect(try read(AssetRereferenceRequest.self, text(rereference)) == rereference)

        let token = TokenRequest(
            apnsEnvironment: "development", apnsToken: "t", clientID: "c")
        #expect(try read(TokenRequest.self, text(token)) == token)
    }

    @Test func `subscriptions are read as clients send them`() throws {
        let request = try read(
            SubscriptionModifyRequest.self,
            """
            {"operations": [
              {"operationType": "create", "subscription": {
                "subscriptionID": "a", "subscriptionType": "query", "zoneWide": true,
                "firesOn": ["create", "delete"], "firesOnce": true,
                "query": {"recordType": "T", "filterBy": [{"fieldName": "d",
                  "comparator": "LESS_THAN", "fieldValue": {"value": 1000}}]},
                "notificationInfo": {"alertBody": "x", "additionalFields": ["d"]}}},
              {"operationType": "update", "subscription": {
                "subscriptionType": "zone", "zoneID": {"zoneName": "Z"}}},
              {"operationType": "delete", "subscription": {"subscriptionID": "c"}}]}
            """)
        guard case .save(let first) = request.operations[0],
            case .save(let second) = request.operations[1],
            case .delete("c") = request.operations[2]
        else {
            Issue.record("other operations: \(request)")
            return
        }
        #expect(first.desiredKeys == ["d"])
        #expect(
            String(decoding: first.info ?? [], as: UTF8.self)
                == #"{"alertBody": "x", "additionalFields": ["d"]}"#)
        let type = RecordType("T", fields: [Field("d", .single(.timestamp), [.queryable])])
        let subscription = try first.subscription(schema: RecordSchema(types: [type]))
        #expect(
            subscription.kind
                == .query(
                    type: "T",
                    predicate: .comparison(
                        Comparison(
                            .keyPath(QueryKeyPath("d")), .less,
                            .constant(.date(.init(timeIntervalSince1970: 1))))),
                    zone: nil, fires: [.onCreation, .onDeletion, .once]))
        #expect(second.kind == .zone(ZoneID("Z"), type: nil))
        #expect(try second.subscription(schema: RecordSchema()).id.isEmpty == false)
    }

    @Test func `subscriptions of a session come back exactly`() throws {
        let predicate = try QueryPredicate(parsing: "a == %@ AND b IN {1, 2}", "x")
        let subscriptions = [
            ServiceSubscription(
                "a",
                .query(
                    type: "T", predicate: predicate, zone: ZoneID("Z"), fires: [.onUpdate]),
                info: .init(#"{"alertBody":"x"}"#.utf8), desiredKeys: ["a"]),
            ServiceSubscription("b", .zone(ZoneID("Z", owner: "_bob"), type: "T")),
            ServiceSubscription("c", .database(type: nil), info: .init([1, 2, 3])),
            ServiceSubscription("d", .database(type: "T"), desiredKeys: []),
        ]
        for subscription in subscriptions {
            let request = SubscriptionModifyRequest([.save(WireSubscription(subscription))])
            let back = try read(SubscriptionModifyRequest.self, text(request))
            guard case .save(let wire) = back.operations[0] else { continue }
            #expect(try wire.subscription(schema: RecordSchema()) == subscription)
        }
        let lookup = SubscriptionLookupRequest(["a", "b"])
        #expect(try read(SubscriptionLookupRequest.self, text(lookup)) == lookup)
    }
}
