import RecordCore
import Testing
import WebServices

@testable import RecordTransfer

/// The requests of `quarry push`.
struct CloudBatchTests {
    /// Apple's article "Encrypting User Data" has `isEncrypted`; a server of ours takes both.
    @Test func `values of encrypted fields say so to Apple beside the type`() throws {
        var record = Record(
            "Note", RecordID("a"), ["secret": "x", "pins": [1, 2], "title": "y", "type": "z"])
        record.encrypted = ["secret", "pins"]
        func body(isApple: Bool) throws -> String {
            var batch = CloudBatch()
            try batch.append(record, .forceReplace, values: [:], isApple: isApple)
            return String(decoding: batch.body(zone: .default), as: UTF8.self)
        }
        let apple = try body(isApple: true)
        for field in [
            #""secret":{"type":"STRING","value":"x","isEncrypted":true}"#,
            #""pins":{"type":"INT64_LIST","value":[1,2],"isEncrypted":true}"#,
            #""title":{"type":"STRING","value":"y"}"#, #""type":{"type":"STRING","value":"z"}"#,
            #""atomic":false"#,
        ] {
            #expect(apple.contains(field), "\(apple)")
        }
        let ours = try body(isApple: false)
        #expect(ours.contains(#""type":"ENCRYPTED_STRING""#), "\(ours)")
    }

    @Test func `fields may be called as what only Quarry understands`() throws {
        let record = Record("Note", RecordID("a"), ["quarry": "slate", "fields": 2])
        var batch = CloudBatch()
        try batch.append(record, .forceReplace, values: [:], isApple: true)
        let body = String(decoding: batch.body(zone: .default), as: UTF8.self)
        #expect(body.contains(#""quarry":{"type":"STRING","value":"slate"}"#), "\(body)")
        #expect(body.contains(#""fields":{"type":"INT64","value":2}"#), "\(body)")
    }
}
