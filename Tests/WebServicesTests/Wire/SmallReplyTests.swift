import Foundation
import PredicateCore
import RecordCore
import RecordService
import TestTime
import Testing

@testable import WebServices

/// Replies that hold no records, or few.
struct SmallReplyTests {
    private let failure = WireError(.zoneNotFound, "Zone does not exist")

    @Test func `zones are listed with what failed and what went`() throws {
        let reply = ZonesReply(
            [
                .zone(ZoneID("A", owner: "_ann"), token: "dA==", isAtomic: true),
                .zone(.default, token: nil, isAtomic: false), .deleted(ZoneID("B")),
                .failure(ZoneID("C"), failure),
            ], token: "dQ==", moreComing: false)
        let json = text(reply)
        #expect(
            json.hasPrefix(
                #"{"zones":[{"zoneID":{"zoneName":"A","ownerRecordName":"_ann","zoneType":"REGULAR_CUSTOM_ZONE"},"syncToken":"dA==","atomic":true,"deleted":false,"isEligibleForZoneShare":true,"isEligibleForHierarchicalShare":true},"#
            ))
        let back = try read(ZonesReply.self, json)
        #expect(text(back) == json)
        #expect(back.entries.count == 4)
        guard case .failure(ZoneID("C"), let error) = back.entries[3] else { return }
        #expect(error.code == .zoneNotFound)
    }

    @Test func `many subscriptions are written in linear time`() {
        let reply = SubscriptionsReply(
            (0..<20_000).map {
                .subscription(
                    WireSubscription(
                        "s\($0)", .zone(ZoneID("A"), type: nil),
                        info: Array(#"{"shouldBadge":true,"alertBody":"Something is new"}"#.utf8)))
            })
        // Copying what was written before each of them takes a minute.
        var json = ""
        #expect(threadTime { json = text(reply) } < .seconds(10))
        #expect(json.utf8.count > 1_000_000)
    }

    @Test func `subscriptions, users, uploads and receipts come back`() throws {
        let subscriptions = SubscriptionsReply([
            .subscription(
                WireSubscription(
                    "a", .query(WireQuery("T"), zone: nil, fires: [.onCreation, .once]))),
            .deleted("b"), .failure(id: "c", failure),
        ])
        #expect(text(try read(SubscriptionsReply.self, text(subscriptions))) == text(subscriptions))

        let users = UsersReply([
            .user(
                WireUser(
                    user: "_ann", givenName: "Ann", familyName: "Lee",
                    lookup: UserLookup(email: "ann@example.org"), isDiscoverable: true)),
            .failure(UserLookup(email: "no@example.org"), WireError(.notFound, "x")),
            .failure(UserLookup(), WireError(.notFound, "x")),
        ])
        let json = text(users)
        #expect(json.contains(#""nameComponents":{"givenName":"Ann","familyName":"Lee"}"#))
        #expect(text(try read(UsersReply.self, json)) == json)

        let upload = AssetUploadReply([
            .init(recordName: "a", field: "f", url: "https://example.org/u")
        ])
        #expect(try read(AssetUploadReply.self, text(upload)) == upload)
        let receipt = AssetReceipt(checksum: "ab", size: 3, receipt: "r")
        #expect(
            text(receipt) == #"{"singleFile":{"fileChecksum":"ab","size":3,"receipt":"r"}}"#)
        #expect(try read(AssetReceipt.self, text(receipt)) == receipt)
        let again = AssetRereferenceReply([
            .asset(receipt, downloadURL: "https://example.org/a"),
            .failure(recordName: "b", field: "f", WireError(.notFound, "x")),
        ])
        #expect(text(try read(AssetRereferenceReply.self, text(again))) == text(again))
        let token = TokenReply(
            apnsEnvironment: "development", apnsToken: "t", courierURL: "https://example.org/c")
        #expect(try read(TokenReply.self, text(token)) == token)
    }

    @Test func `what a share leads to comes back`() throws {
        let zone = ZoneID("Z", owner: "_ann")
        var root = Record("Note", RecordID("r", zone: zone), ["title": "x"])
        root.share = RecordID("s", zone: zone)
        let metadata = WireShareMetadata(
            shortGUID: "0cA", container: "iCloud.a", environment: .development,
            database: .shared, zone: zone,
            share: Share(RecordID("s", zone: zone), root: root.id, token: "0cA").record,
            rootName: "r", root: root, owner: WireUser(user: "_ann", givenName: "Ann"),
            role: .publicUser, acceptance: .pending, permission: .readOnly)
        let reply = SharesReply([
            .share(metadata), .failure(shortGUID: "none", WireError(.notFound, "Share not found")),
        ])
        let back = try read(SharesReply.self, text(reply))
        guard case .share(let found) = back.results[0],
            case .failure("none", let error) = back.results[1]
        else {
            Issue.record("other results: \(back.results)")
            return
        }
        #expect(found.root == root)
        #expect(Share(found.share) == Share(metadata.share))
        #expect(found.zone == zone)
        #expect(found.owner == metadata.owner)
        #expect(found.role == .publicUser)
        #expect(found.acceptance == .pending)
        #expect(found.permission == .readOnly)
        #expect(found.environment == .development)
        #expect(error.reason == "Share not found")
    }

    @Test func `notifications come back exactly`() throws {
        let notifications = [
            ServiceNotification(
                number: 5, subscription: "a", database: .private,
                kind: .query(
                    RecordID("r", zone: ZoneID("Z", owner: "_ann")), reason: .recordDeleted,
                    fields: ["d": .date(Date(microseconds: 1)), "n": 5]),
                info: Data("{}".utf8), container: "iCloud.a", isPruned: true),
            ServiceNotification(
                number: 6, subscription: "b", database: .shared, kind: .zone(ZoneID("Z")),
                container: "iCloud.a"),
            ServiceNotification(
                number: 7, subscription: "c", database: .public, kind: .database,
                container: "iCloud.a"),
        ]
        let reply = NotificationsReply(notifications)
        #expect(try read(NotificationsReply.self, text(reply)).notifications == notifications)
    }

    @Test func `a push by itself is a notification, and nothing is none`() throws {
        let push = """
            {"aps": {"content-available": 1}, "ck": {"ce": 2, "cid": "iCloud.a", "nid": "5f-12",
             "p": 1, "qry": {"dbs": 2, "sid": "large", "rid": "paris", "zid": "_defaultZone",
             "zoid": "_ann", "fo": 1, "af": {"name": "Paris"}}}}
            """
        let found = try read(NotificationsReply.self, push).notifications
        #expect(found.map(\.number) == [12])
        #expect(found.first?.isPruned == true)
        #expect(
            found.first?.kind
                == .query(
                    RecordID("paris", zone: ZoneID(owner: "_ann")), reason: .recordCreated,
                    fields: ["name": "Paris"]))
        #expect(try read(NotificationsReply.self, "{}").notifications.isEmpty)
        #expect(try read(NotificationsReply.self, #"{"notifications":[]}"#).notifications.isEmpty)
    }
}
