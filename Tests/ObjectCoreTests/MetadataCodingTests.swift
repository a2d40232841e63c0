import Foundation
import ObjectCore
import Testing

@Suite struct `Metadata as property lists` {
    @Test func `what is written is read`() throws {
        let entries: [String: MetadataValue] = [
            "text": .text("é"), "int": .int(-3), "true": .bool(true), "double": .double(2.5),
            "date": .date(Date(timeIntervalSinceReferenceDate: 5)),
            "bytes": .bytes(Data([0, 255])),
            "list": .list([.text("a"), .dictionary(["b": .int(1)])]), "large": .int(.max),
        ]
        #expect(MetadataValue.read(try #require(MetadataValue.written(entries))) == entries)
        #expect(MetadataValue.read(Data()) == nil)
    }

    // Foundation on Linux stops the program at it.
    @Test func `a list with a set is none`() {
        let set = "YnBsaXN0MDDRAQJRYcIDBFF4UXkICw0QEgAAAAAAAAEBAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAU"
        #expect(MetadataValue.read(Data(base64Encoded: set) ?? Data()) == nil)
    }
}
