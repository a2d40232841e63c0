import Foundation
import RecordCore
import RecordService
import Testing
import WebServices

/// Errors between CloudKit's own terms and those of the web services.
struct WireErrorTests {
    @Test func `every code has the status of the protocol`() {
        let table: [WireError.Code: Int] = [
            .accessDenied: 403, .atomicError: 400, .authenticationFailed: 401,
            .authenticationRequired: 421, .badRequest: 400, .changeTokenExpired: 400,
            .conflict: 409, .exists: 409, .internalError: 500, .notFound: 404,
            .quotaExceeded: 413, .signInFailed: 401, .throttled: 429, .tryAgainLater: 503,
            .validatingReference: 412, .uniqueField: 400, .zoneNotFound: 404,
        ]
        for code in WireError.Code.allCases { #expect(code.status == table[code], "\(code)") }
    }

    @Test func `every error of a session comes back exactly`() throws {
        let causes: [ServiceError.Cause] =
            [.service, .fault] + StoreError.Code.allCases.map { .store($0) }
            + QueryProblem.Code.allCases.map { .query($0) }
        for code in ServiceError.Code.allCases {
            for cause in causes {
                var error = ServiceError(
                    code, 2004, "a \"message\"", advice: "do this", retryAfter: 2.5,
                    context: ["field": "f", "recordType": "T"], cause: cause)
                #expect(try WireError(reading: WireError(error).bytes).serviceError == error)
                (error.serverCode, error.advice, error.retryAfter, error.context) =
                    (nil, nil, nil, [:])
                #expect(try WireError(reading: WireError(error).bytes).serviceError == error)
            }
        }
    }

    @Test func `a conflict brings the record that the server holds`() throws {
        var server = Record("T", RecordID("r"), ["d": .date(Date(timeIntervalSince1970: 0.000_5))])
        server.system = SystemFields(
            created: Date(microseconds: 7), createdBy: "_ann", modified: Date(microseconds: 1001),
            modifiedBy: "_ann", changeTag: "1h")
        let error = ServiceError(
            StoreError(
                .recordChanged, conflict: .init(client: Record("T", RecordID("r")), server: server))
        )
        let wire = WireError(error, concernsItem: true)
        #expect(wire.code == .conflict)
        #expect(wire.reason == "client oplock error updating record")
        var reply = RecordsWriter(RecordWriter())
        reply.append(wire, name: "r")
        reply.finish()
        let back = try RecordsReply(reading: reply.take())
        guard case .failure("r", let found)? = back.entries.first else {
            Issue.record("no failure")
            return
        }
        #expect(found.serviceError.code == .serverRecordChanged)
        #expect(found.serviceError.conflict?.server == server)
        #expect(found.serviceError.cause == .store(.recordChanged))
    }

    @Test(arguments: [
        (
            StoreError.Code.notSignedIn, WireError.Code.authenticationRequired,
            "request needs authorization"
        ),
        (.changesNotTracked, .badRequest, "cannot get changes in default zone"),
        (.atomicNotSupported, .badRequest, "atomic operations not supported in default zone"),
        (.zoneNotFound, .zoneNotFound, "Zone does not exist"),
        (.batchFailed, .atomicError, "Atomic failure"),
        (.recordExists, .conflict, "record to insert already exists"),
        (.quotaExceeded, .quotaExceeded, "Quota exceeded"),
        (.unknownRecord, .notFound, "Record not found"),
        (.permissionDenied, .accessDenied, "WRITE operation not permitted"),
        (
            .encryptedNotSupported, .badRequest,
            "encrypted fields are not supported in the public database"
        ),
        (.busy, .tryAgainLater, "The database is in use by another process; try again"),
    ])
    func `errors of stores have the words of the live service`(
        code: StoreError.Code, wire: WireError.Code, reason: String
    ) {
        let error = WireError(ServiceError(StoreError(code)))
        #expect(error.code == wire)
        #expect(error.reason == reason)
    }

    @Test func `a full disk asks the client to try again`() throws {
        let error = ServiceError(StoreError(.full))
        #expect(error.code == .serviceUnavailable)
        let wire = WireError(error)
        #expect(wire.code == .tryAgainLater)
        let reply = wire.reply(uuid: "u")
        #expect(reply.status == 503)
        #expect(reply.headers.contains { $0.name == "retry-after" && $0.value == "60" })
        #expect(wire.serviceError.retryAfter == 60)
    }

    @Test func `errors about fields and references name them`() {
        let context = ["recordType": "T", "field": "f", "environment": "development"]
        #expect(
            WireError(ServiceError(StoreError(.cannotChangeField, context))).reason
                == "Field f not found in T")
        #expect(
            WireError(
                ServiceError(StoreError(.referencedByOthers, ["recordName": "r", "field": "Note"]))
            ).reason
                == "Field=Note, recordID=r, title=Record delete would violate validating "
                + "reference, rejecting update")
        #expect(
            WireError(
                ServiceError(
                    QueryProblem(.unknownField, "Did not find field: 'f' in type: 'T'"))
            ).reason == "Did not find field: 'f' in type: 'T'")
    }

    @Test(arguments: [
        (
            "BAD_REQUEST", "Did not find field: 'f' in type: 'T'",
            ServiceError.Code.invalidArguments,
            2015 as Int?
        ),
        ("NOT_FOUND", "Did not find record type: T", .unknownItem, 2003),
        ("CONFLICT", "record to insert already exists", .serverRecordChanged, 2004),
        ("ATOMIC_ERROR", "x", .batchRequestFailed, 2024),
        ("ZONE_NOT_FOUND", "Zone does not exist", .zoneNotFound, 2036),
        ("BAD_REQUEST", "Unknown sync continuation type", .changeTokenExpired, 2026),
        ("AUTHENTICATION_REQUIRED", "request needs authorization", .notAuthenticated, 1002),
        ("QUOTA_EXCEEDED", "x", .quotaExceeded, 2035),
        ("BAD_REQUEST", "something else", .invalidArguments, nil),
        ("SOMETHING_NEW", "x", .internalError, 2000),
    ])
    func `errors of other servers are the nearest by code and words`(
        code: String, reason: String, expected: ServiceError.Code, serverCode: Int?
    ) throws {
        let body =
            #"{"uuid": "u", "serverErrorCode": "\#(code)", "reason": "\#(reason)", "retryAfter": 3}"#
        let error = try read(WireError.self, body)
        #expect(error.uuid == "u")
        #expect(error.serviceError.code == expected)
        #expect(error.serviceError.serverCode == serverCode)
        #expect(error.serviceError.retryAfter == 3)
        #expect(error.serviceError.message.contains(reason))
    }

    @Test func `a reply that is an error has its status, its name and when to try again`() throws {
        var error = WireError(
            .authenticationRequired, "request needs authorization", retryAfter: 2.5,
            redirectURL: "https://example.org/sign-in")
        error.uuid = nil
        let reply = error.reply(uuid: "u-1")
        #expect(reply.status == 421)
        #expect(reply.headers.contains { $0.name == "retry-after" && $0.value == "3" })
        guard case .bytes(let bytes) = reply.body else { return }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"uuid":"u-1","serverErrorCode":"AUTHENTICATION_REQUIRED","reason":"request needs authorization","retryAfter":2.5,"redirectURL":"https://example.org/sign-in"}"#
        )
        let back = try WireError(reading: bytes)
        #expect(back.redirectURL == "https://example.org/sign-in")
        #expect(back.uuid == "u-1")
    }

    @Test func `tokens and markers are opaque, and garbled ones are refused`() throws {
        let token = ChangeToken(store: "s", counters: ["_ann": 5], position: "r")
        #expect(try WireTokens.token(WireTokens.text(token)) == token)
        for garbled in ["", "!", "AAAA", "bm90aGluZw=="] {
            #expect {
                try WireTokens.token(garbled)
            } throws: { error in
                let error = error as? WireError
                return error?.reason == "Unknown sync continuation type"
                    && error?.concernsItem == true
            }
        }
        let cursor = QueryCursor(data: Data([1, 2, 250]))
        #expect(try WireTokens.cursor(WireTokens.text(cursor)) == cursor)
        #expect(throws: WireError.self) { try WireTokens.cursor("") }
        #expect(throws: WireError.self) { try WireTokens.cursor("{}") }
    }
}
