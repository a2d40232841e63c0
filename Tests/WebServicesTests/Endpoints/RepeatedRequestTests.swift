import RecordCore
import RecordService
import TestKit
import Testing

/// Asks `records/modify` a second time, as a client does that has lost the first answer.
struct RepeatedRequestTests {
    private func operation(
        _ kind: String, _ name: String, type: String? = "T", _ fields: String = ""
    ) -> String {
        let type = type.map { #", "recordType": "\#($0)""# } ?? ""
        return #"{"operationType": "\#(kind)", "record": {"recordName": "\#(name)"\#(type),"#
            + #""fields": {\#(fields)}}}"#
    }

    private func modify(_ operations: String...) -> String {
        "{\"operations\": [\(operations.joined(separator: ","))]}"
    }

    @Test(arguments: StoreUnderTest.available)
    func `a repeated request is answered though its records are gone`(
        kind: StoreUnderTest
    ) async throws {
        try await EndpointServer.with(kind) { server in
            _ = try await server.ask(
                "public/records/modify",
                modify(operation("create", "a"), operation("create", "b")))
            server.headers = [("x-quarry-idempotency-key", "k")]
            let field = #""n": {"value": 1}"#
            // The first names no type, which the store alone knew.
            let request = modify(
                operation("forceUpdate", "a", type: nil, field),
                operation("forceUpdate", "b", field), operation("forceUpdate", "c", field))
            _ = try await server.ask("public/records/modify", request)
            server.headers = []
            let gone =
                #"{"operations": [{"operationType": "forceDelete","#
                + #""record": {"recordName": "a"}}]}"#
            _ = try await server.ask("public/records/modify", gone)
            server.headers = [("x-quarry-idempotency-key", "k")]
            try await server.expect(
                "public/records/modify", request,
                #"""
                {"records": [{"recordName": "a", "serverErrorCode": "NOT_FOUND"},
                             {"recordName": "b", "serverErrorCode": "$absent"},
                             {"recordName": "c", "serverErrorCode": "$absent"}]}
                """#)
            // In two steps, the second of which removes what the first changed.
            server.headers = [("x-quarry-idempotency-key", "k2")]
            let steps = modify(
                operation("forceUpdate", "b", type: nil, field), operation("forceDelete", "b"))
            for code in ["$absent", "NOT_FOUND"] {
                try await server.expect(
                    "public/records/modify", steps,
                    #"""
                    {"records": [{"recordName": "b", "serverErrorCode": "\#(code)"},
                                 {"recordName": "b", "deleted": true}]}
                    """#)
            }
        }
    }
}
