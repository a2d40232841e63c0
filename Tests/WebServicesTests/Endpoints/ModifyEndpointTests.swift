import RecordCore
import RecordService
import Testing
import TestKit

/// Asks `records/modify`.
struct ModifyEndpointTests {
    private static let zone =
        #"{"operations": [{"operationType": "create","#
        + #""zone": {"zoneID": {"zoneName": "Notes"}}}]}"#

    private func operation(
        _ kind: String, _ name: String, tag: String? = nil, type: String? = "T",
        _ fields: String = ""
    ) -> String {
        let tag = tag.map { #", "recordChangeTag": "\#($0)""# } ?? ""
        let type = type.map { #", "recordType": "\#($0)""# } ?? ""
        return #"{"operationType": "\#(kind)", "record": {"recordName": "\#(name)"\#(type)\#(tag),"#
            + #""fields": {\#(fields)}}}"#
    }

    private func modify(_ operations: String..., more: String = "") -> String {
        "{\"operations\": [\(operations.joined(separator: ","))]\(more)}"
    }

    @Test(arguments: StoreUnderTest.available)
    func `a zone is one zone whether its owner is named or not`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            _ = try await server.ask("private/zones/modify", Self.zone)
            func record(_ name: String, _ zone: String, _ fields: String = "") -> String {
                #"""
                {"operationType": "create", "record": {"recordName": "\#(name)",
                  "recordType": "T", "zoneID": {"zoneName": "Notes"\#(zone)},
                  "fields": {\#(fields)}}}
                """#
            }
            let file =
                #""file": {"type": "ASSETID", "value": {"fileChecksum": "x", "size": 1}}"#
            let named = #", "ownerRecordName": "_ann""#
            for zones in [("", named), (named, "")] {
                try await server.expect(
                    "private/records/modify",
                    modify(record("a", zones.0, file), record("b", zones.1)),
                    #"""
                    {"records": [{"recordName": "a", "serverErrorCode": "BAD_REQUEST"},
                                 {"recordName": "b", "serverErrorCode": "ATOMIC_ERROR"}]}
                    """#)
            }
            // A share and its root are found as well.
            try await server.expect(
                "private/records/modify",
                modify(
                    record("root", named),
                    #"""
                    {"operationType": "create", "record": {"recordName": "share",
                      "recordType": "cloudkit.share", "zoneID": {"zoneName": "Notes"\#(named)},
                      "rootRecord": {"recordName": "root"}, "fields": {}}}
                    """#),
                #"""
                {"records": [{"recordName": "root", "serverErrorCode": "$absent"},
                             {"recordName": "share", "serverErrorCode": "$absent"}]}
                """#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `records without a name get names in the order of time`(
        kind: StoreUnderTest
    ) async throws {
        try await EndpointServer.with(kind) { server in
            let one = #"{"operationType": "create", "record": {"recordType": "T", "fields": {}}}"#
            let reply = try await server.ask("private/records/modify", modify(one, one, one))
            guard case .object(let members) = try await JSON(reply.wholeBody()),
                case .list(let records)? = members["records"]
            else {
                Issue.record("The reply has no records.")
                return
            }
            let names = records.compactMap { record -> String? in
                guard case .object(let members) = record,
                    case .text(let name)? = members["recordName"]
                else { return nil }
                return name
            }
            #expect(Set(names).count == 3)
            for name in names {
                #expect(name.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
                #expect(name.split(separator: "-")[2].first == "7")
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `each kind of operation does what its name says`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            let path = "private/records/modify"
            let both = #""a": {"value": 1}, "b": {"value": 2}"#
            try await server.expect(
                path, modify(operation("create", "r", both)),
                #"{"records": [{"recordName": "r", "recordType": "T","#
                    + #""recordChangeTag": "$text as old"}]}"#)
            // An update keeps what it does not name.
            try await server.expect(
                path, modify(operation("update", "r", tag: "$old", #""a": {"value": 3}"#)),
                #"{"records": [{"recordChangeTag": "$text as tag","#
                    + #""fields": {"a": {"value": 3}, "b": {"value": 2}}}]}"#)
            // The old tag is no longer good.
            try await server.expect(
                path, modify(operation("update", "r", tag: "$old", #""a": {"value": 4}"#)),
                #"""
                {"records": [{"recordName": "r", "serverErrorCode": "CONFLICT",
                  "reason": "$text",
                  "quarry": {"code": 14, "serverRecord": {"recordName": "r",
                    "recordChangeTag": "$text", "fields": {"a": {"value": 3}}}}}]}
                """#)
            // Whatever the tag, the named field changes.
            try await server.expect(
                path,
                modify(operation("forceUpdate", "r", tag: "$old", #""a": {"value": 5}"#)),
                #"{"records": [{"recordChangeTag": "$text as tag","#
                    + #""fields": {"a": {"value": 5}, "b": {"value": 2}}}]}"#)
            // A replacement has only what it names.
            try await server.expect(
                path, modify(operation("replace", "r", tag: "$tag", #""a": {"value": 6}"#)),
                #"{"records": [{"recordChangeTag": "$text as tag","#
                    + #""fields": {"a": {"value": 6}, "b": "$absent"}}]}"#)
            try await server.expect(
                path, modify(operation("forceReplace", "r", #""b": {"value": 7}"#)),
                #"{"records": [{"recordChangeTag": "$text as last","#
                    + #""fields": {"b": {"value": 7}, "a": "$absent"}}]}"#)
            // Null removes a field.
            try await server.expect(
                path, modify(operation("forceUpdate", "r", #""b": {"value": null}"#)),
                #"{"records": [{"recordChangeTag": "$text as tag", "fields": {"b": "$absent"}}]}"#)
            try await server.expect(
                path, modify(operation("delete", "r", tag: "$last")),
                #"{"records": [{"recordName": "r", "serverErrorCode": "CONFLICT"}]}"#)
            try await server.expect(
                path, modify(operation("delete", "r", tag: "$tag")),
                #"{"records": [{"recordName": "r", "deleted": true,"#
                    + #""serverErrorCode": "$absent"}]}"#)
            try await server.expect(
                "private/records/lookup", #"{"records": [{"recordName": "r"}]}"#,
                #"{"records": [{"serverErrorCode": "NOT_FOUND"}]}"#)
            // What does not exist is made by force, and not changed otherwise.
            try await server.expect(
                path, modify(operation("update", "r", tag: "$tag", both)),
                #"{"records": [{"recordName": "r", "serverErrorCode": "NOT_FOUND"}]}"#)
            try await server.expect(
                path, modify(operation("forceUpdate", "r", both)),
                #"{"records": [{"recordName": "r", "fields": {"a": {"value": 1}}}]}"#)
            try await server.expect(
                path, modify(operation("forceDelete", "r")),
                #"{"records": [{"recordName": "r", "deleted": true}]}"#)
            try await server.expect(
                path, modify(operation("forceReplace", "r", both)),
                #"{"records": [{"recordName": "r", "fields": {"a": {"value": 1}}}]}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a record that exists is not created again`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            let create = modify(operation("create", "r", #""a": {"value": 1}"#))
            _ = try await server.ask("private/records/modify", create)
            let reply = try await server.json("private/records/modify", create)
            let entry = try #require(reply["records"]?[0])
            #expect(["CONFLICT", "EXISTS"].contains(entry["serverErrorCode"]?.text))
            #expect(entry["reason"] == .text("record to insert already exists"))
            #expect(entry["quarry"]?["serverRecord"]?["recordName"] == .text("r"))
        }
    }

    @Test func `a record without a name gets one`() async throws {
        try await EndpointServer.with { server in
            let reply = try await server.json(
                "private/records/modify",
                #"{"operations": [{"operationType": "create", "record": {"recordType": "T","#
                    + #""fields": {"a": {"value": 1}}}}]}"#)
            let name = try #require(reply["records"]?[0]?["recordName"]?.text)
            #expect(name.count == 36)
        }
    }

    @Test func `the type of a stored record need not be said`() async throws {
        try await EndpointServer.with { server in
            let path = "private/records/modify"
            try await server.expect(
                path, modify(operation("create", "r", #""a": {"value": 1}"#)),
                #"{"records": [{"recordChangeTag": "$text as tag"}]}"#)
            try await server.expect(
                path,
                modify(operation("update", "r", tag: "$tag", type: nil, #""a": {"value": 2}"#)),
                #"{"records": [{"recordType": "T", "fields": {"a": {"value": 2}}}]}"#)
            try await server.expect(
                path, modify(operation("forceUpdate", "x", type: nil, #""a": {"value": 2}"#)), 400,
                #"{"reason": "BadRequestException: missing required field 'recordType'"}"#)
        }
    }

    @Test(arguments: ["update", "replace", "delete"])
    func `what concerns one version names it`(kind: String) async throws {
        try await EndpointServer.with { server in
            try await server.expect(
                "private/records/modify", modify(operation(kind, "r", #""a": {"value": 1}"#)),
                400,
                #"{"serverErrorCode": "BAD_REQUEST", "uuid": "$text","#
                    + #""reason": "BadRequestException: missing required field 'recordChangeTag'"}"#
            )
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `results stand in the order of the operations`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            _ = try await server.ask(
                "private/records/modify",
                modify(
                    operation("create", "a", #""n": {"value": 1}"#),
                    operation("create", "b", #""n": {"value": 1}"#)))
            try await server.expect(
                "private/records/modify",
                modify(
                    operation("forceDelete", "a"),
                    operation("create", "c", #""n": {"value": 3}"#),
                    operation("create", "b", #""n": {"value": 4}"#),
                    operation("forceReplace", "d", #""n": {"value": 5}"#),
                    operation("forceDelete", "nothing")),
                #"""
                {"records": [{"recordName": "a", "deleted": true},
                  {"recordName": "c", "fields": {"n": {"value": 3}}},
                  {"recordName": "b", "reason": "record to insert already exists"},
                  {"recordName": "d", "fields": {"n": {"value": 5}}},
                  {"recordName": "nothing", "deleted": true}]}
                """#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `in a zone of its own a batch does all or nothing`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            _ = try await server.ask("private/zones/modify", Self.zone)
            let zone = #", "zoneID": {"zoneName": "Notes"}"#
            let path = "private/records/modify"
            _ = try await server.ask(
                path,
                modify(
                    operation("create", "a", #""n": {"value": 1}, "s": {"value": "x"}"#),
                    more: zone))
            try await server.expect(
                path,
                modify(
                    operation("create", "b", #""n": {"value": 1}"#),
                    operation("create", "a", #""n": {"value": 2}"#), more: zone),
                #"""
                {"records": [
                  {"recordName": "b", "serverErrorCode": "ATOMIC_ERROR", "reason": "$text"},
                  {"recordName": "a", "reason": "record to insert already exists"}]}
                """#)
            // A value that cannot be kept as it is asked to be stops its siblings too.
            try await server.expect(
                path,
                modify(
                    operation("create", "b", #""n": {"value": 1}"#),
                    operation("create", "c", #""s": {"value": "x", "type": "ENCRYPTED_STRING"}"#),
                    more: zone),
                #"""
                {"records": [{"recordName": "b", "serverErrorCode": "ATOMIC_ERROR"},
                  {"recordName": "c", "serverErrorCode": "BAD_REQUEST",
                   "reason": "Attempt to save encrypted data in non encrypted field type"}]}
                """#)
            try await server.expect(
                path,
                modify(
                    operation("create", "b", #""n": {"value": 1}"#),
                    operation("create", "a", #""n": {"value": 2}"#),
                    more: zone + #", "atomic": false"#),
                #"{"records": [{"recordName": "b", "recordChangeTag": "$text"},"#
                    + #"{"recordName": "a", "serverErrorCode": "$text"}]}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a field is made encrypted where its first value is`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            let secret = #"{"value": "x", "type": "STRING", "isEncrypted": true}"#
            let pins = #"{"value": [1, 2], "type": "INT64_LIST", "isEncrypted": true}"#
            let fields = #""secret": \#(secret), "pins": \#(pins)"#
            try await server.expect(
                "private/records/modify", modify(operation("create", "a", fields)),
                "{\"records\": [{\"fields\": {\(fields)}}]}")
            for name in ["secret", "pins"] {
                #expect(
                    try await server.service.store.schema()["T"]?.field(name)?.isEncrypted == true)
            }
            try await server.expect(
                "private/records/lookup", #"{"records": [{"recordName": "a"}]}"#,
                "{\"records\": [{\"fields\": {\(fields)}}]}")
            let text = #""fieldValue": {"value": "x", "type": "STRING"}"#
            try await server.expect(
                "private/records/query",
                #"""
                {"query": {"recordType": "T", "filterBy": [
                  {"fieldName": "secret", "comparator": "EQUALS", \#(text)}]}}
                """#, 400, #"{"serverErrorCode": "BAD_REQUEST"}"#)
        }
    }

    // As Apple's server does: https://github.com/brightdigit/MistKit/issues/392
    @Test func `a value of an encrypted field says that it is`() async throws {
        let schema = """
            DEFINE SCHEMA RECORD TYPE T ( "n" INT64, "secret" ENCRYPTED STRING,
                GRANT READ, CREATE, WRITE TO "_icloud" );
            """
        try await EndpointServer.with(schema: schema) { server in
            let reason =
                "invalid attempt to set value type ENCRYPTED_BYTES for field 'secret' for type 'T', "
                + "defined to be: ENCRYPTED_STRING"
            for value in [#""value": "x""#, #""value": "x", "type": "STRING""#] {
                try await server.expect(
                    "private/records/modify",
                    modify(operation("create", "a", "\"secret\": {\(value)}")),
                    #"""
                    {"records": [{"recordName": "a", "serverErrorCode": "BAD_REQUEST",
                                  "reason": "\#(reason)"}]}
                    """#)
            }
            try await server.expect(
                "public/records/modify",
                modify(operation("create", "a", #""secret": {"value": "x", "type": "STRING"}"#)),
                #"""
                {"records": [{"serverErrorCode": "BAD_REQUEST",
                              "reason": "encrypted fields are not supported in the public database"}]}
                """#)
            // Null takes the value away, and our own pages know which fields are encrypted.
            try await server.expect(
                "private/records/modify",
                modify(operation("create", "a", #""secret": {"value": null}, "n": {"value": 1}"#)),
                #"{"records": [{"fields": {"n": {"value": 1}}}]}"#)
            try await server.expect(
                "private/records/modify",
                modify(
                    operation("create", "b", #""secret": {"value": "x", "type": "STRING"}"#),
                    more: #", "quarry": {"exact": true}"#),
                #"{"records": [{"fields": {"secret": {"value": "x", "type": "ENCRYPTED_STRING"}}}]}"#
            )
        }
    }

    @Test(arguments: ["private", "public"])
    func `the default zone is never atomic`(database: String) async throws {
        try await EndpointServer.with { server in
            try await server.expect(
                "\(database)/records/modify",
                modify(operation("create", "a", #""n": {"value": 1}"#), more: #", "atomic": true"#),
                400,
                #"{"serverErrorCode": "BAD_REQUEST","#
                    + #""reason": "atomic operations not supported in default zone"}"#)
            try await server.expect(
                "\(database)/records/modify",
                modify(
                    operation("create", "a", #""n": {"value": 1}"#),
                    more: #", "atomic": false"#),
                #"{"records": [{"recordName": "a"}]}"#)
        }
    }

    @Test func `values that do not fit their fields are refused`() async throws {
        try await EndpointServer.with { server in
            let path = "private/records/modify"
            _ = try await server.ask(
                path,
                modify(
                    operation(
                        "create", "a",
                        #""n": {"value": 1}, "t": {"value": 1500, "type": "TIMESTAMP"}"#)))
            try await server.expect(
                path,
                modify(
                    operation("create", "b", #""n": {"value": "x", "type": "STRING"}"#),
                    operation("create", "c", #""n": {"value": 2}, "t": {"value": 1700}"#)),
                #"""
                {"records": [{"recordName": "b", "serverErrorCode": "BAD_REQUEST",
                   "reason": "invalid attempt to set value type STRING for field 'n' for type 'T', defined to be: INT64"},
                  {"recordName": "c", "fields": {"t": {"value": 1700, "type": "TIMESTAMP"}}}]}
                """#)
            for value in ["1.5", #""x""#, #"{"a": 1}"#] {
                try await server.expect(
                    path, modify(operation("create", "d", #""t": {"value": \#(value)}"#)), 400,
                    #"{"reason": "Invalid value, expected type TIMESTAMP"}"#)
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `an empty list adds a field of the type that is said`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            let list = #"{"value": [], "type": "INT64_LIST"}"#
            // The record type is new, and then the field.
            for (name, fields) in [("r", #""tags": \#(list)"#), ("s", #""more": \#(list)"#)] {
                let reply = #"{"records": [{"recordName": "\#(name)", "fields": {\#(fields)}}]}"#
                try await server.expect(
                    "private/records/modify", modify(operation("create", name, fields)), reply)
                try await server.expect(
                    "private/records/lookup", #"{"records": [{"recordName": "\#(name)"}]}"#, reply)
            }
            // Without a type nothing is known of the field.
            try await server.expect(
                "private/records/modify",
                modify(
                    operation("create", "t", #""none": {"value": [], "type": "UNKNOWN_LIST"}"#)),
                #"{"records": [{"recordName": "t", "fields": {"none": "$absent"}}]}"#)
            try await server.expect(
                "private/records/modify",
                modify(operation("create", "u", #""none": {"value": []}"#)), 400,
                #"{"serverErrorCode": "BAD_REQUEST", "reason": "$text"}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `references and assets are not encrypted`(kind: StoreUnderTest) async throws {
        let fields = [
            #"{"value": [], "type": "ENCRYPTED_REFERENCE_LIST"}"#,
            #"{"value": [{"recordName": "b"}], "type": "ENCRYPTED_REFERENCE_LIST"}"#,
            #"{"value": {"recordName": "b"}, "type": "ENCRYPTED_REFERENCE"}"#,
            #"{"value": [], "type": "ENCRYPTED_ASSETID_LIST"}"#,
        ]
        try await EndpointServer.with(kind) { server in
            for field in fields {
                try await server.expect(
                    "private/records/modify",
                    modify(operation("create", "r", #""secret": \#(field)"#)),
                    #"""
                    {"records": [{"recordName": "r", "serverErrorCode": "BAD_REQUEST",
                      "reason": "References and assets cannot be encrypted"}]}
                    """#)
            }
            // Nothing is known of the field yet.
            try await server.expect(
                "private/records/modify",
                modify(operation("create", "r", #""secret": {"value": "x", "type": "STRING"}"#)),
                #"{"records": [{"recordName": "r", "fields": {"secret": {"value": "x"}}}]}"#)
        }
    }

    @Test func `production knows no new fields`() async throws {
        let schema = """
            DEFINE SCHEMA RECORD TYPE T ("___recordID" REFERENCE QUERYABLE, n INT64,
                GRANT READ, CREATE, WRITE TO "_icloud");
            """
        try await EndpointServer.with(environment: .production, schema: schema) { server in
            try await server.expect(
                "public/records/modify",
                modify(operation("create", "a", #""x": {"value": 1, "type": "INT64"}"#)),
                #"{"records": [{"recordName": "a", "serverErrorCode": "BAD_REQUEST"}]}"#)
        }
    }

    @Test func `a record that others need is not deleted`() async throws {
        try await EndpointServer.with { server in
            let path = "private/records/modify"
            _ = try await server.ask(
                path,
                modify(
                    operation("create", "list", #""n": {"value": 1}"#),
                    operation(
                        "create", "item",
                        #""in": {"type": "REFERENCE", "value": {"recordName": "list","#
                            + #""action": "VALIDATE"}}"#)))
            try await server.expect(
                path, modify(operation("forceDelete", "list")),
                #"{"records": [{"recordName": "list","#
                    + #""serverErrorCode": "VALIDATING_REFERENCE_ERROR"}]}"#)
        }
    }

    @Test func `more than 200 operations are refused`() async throws {
        try await EndpointServer.with { server in
            let operations = (0...200).map { operation("create", "r\($0)") }
            try await server.expect(
                "private/records/modify",
                "{\"operations\": [\(operations.joined(separator: ","))]}", 400,
                #"{"serverErrorCode": "BAD_REQUEST"}"#)
            try await server.expect(
                "private/records/modify",
                "{\"operations\": [\(operations.dropLast().joined(separator: ","))]}",
                #"{"records": "$list"}"#)
        }
    }

    @Test func `the reply holds the fields that are wanted`() async throws {
        try await EndpointServer.with { server in
            try await server.expect(
                "private/records/modify",
                modify(
                    operation("create", "a", #""x": {"value": 1}, "y": {"value": 2}"#),
                    more: #", "desiredKeys": ["y"]"#),
                #"{"records": [{"fields": {"x": "$absent", "y": {"value": 2}}}]}"#)
        }
    }
}
