import Foundation
import Testing

@testable import ServerCore

@Suite struct `A seal` {
    private let seal = Seal(secret: Seal.newSecret())
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `gives back what it says`() {
        for parts in [[], [""], ["a", "", "ü\u{1F600}"], [String(repeating: "x", count: 4000)]] {
            let text = seal.text("upload", parts, until: now)
            #expect(seal.parts("upload", in: text, at: now) == parts)
        }
    }

    @Test func `is good for one purpose, for a time, and here`() {
        let text = seal.text("upload", ["a"], until: now)
        #expect(seal.parts("receipt", in: text, at: now) == nil)
        #expect(seal.parts("upload", in: text, at: now.addingTimeInterval(2)) == nil)
        #expect(Seal(secret: Seal.newSecret()).parts("upload", in: text, at: now) == nil)
    }

    @Test func `is broken by any change`() {
        let text = Array(seal.text("upload", ["iCloud.a", "photo"], until: now))
        for place in text.indices.dropLast() {
            var changed = text
            changed[place] = changed[place] == "A" ? "B" : "A"
            #expect(seal.parts("upload", in: String(changed), at: now) == nil)
            #expect(seal.parts("upload", in: String(text[..<place]), at: now) == nil)
        }
    }

    @Test(arguments: ["", "A", "====", "ü", String(repeating: "A", count: 100_000)])
    func `is not found in nonsense`(text: String) {
        #expect(seal.parts("upload", in: text, at: now) == nil)
    }
}

@Suite struct `A byte range` {
    @Test func `is read as HTTP has it`() {
        #expect(ByteRange.read("bytes=0-0", size: 10) == .part(0..<1))
        #expect(ByteRange.read("bytes=5-", size: 10) == .part(5..<10))
        #expect(ByteRange.read("bytes=-3", size: 10) == .part(7..<10))
        #expect(ByteRange.read("bytes=-30", size: 10) == .part(0..<10))
        #expect(ByteRange.read("bytes=2-99", size: 10) == .part(2..<10))
        #expect(ByteRange.read("bytes=10-", size: 10) == .unsatisfiable)
        #expect(ByteRange.read("bytes=-0", size: 10) == .unsatisfiable)
        #expect(ByteRange.read("bytes=0-9223372036854775807", size: 10) == .part(0..<10))
        for text in [
            "bytes=a-b", "bytes=5-2", "items=0-1", "bytes=0-1,3-4", "bytes=-", "", "bytes=+5-6",
        ] {
            #expect(ByteRange.read(text, size: 10) == .whole)
        }
    }

    @Test func `may name positions beyond 64 bits`() {
        let many = "99999999999999999999"
        #expect(ByteRange.read("bytes=5-\(many)", size: 10) == .part(5..<10))
        #expect(ByteRange.read("bytes=-\(many)", size: 10) == .part(0..<10))
        #expect(ByteRange.read("bytes=\(many)-", size: 10) == .unsatisfiable)
        #expect(ByteRange.read("bytes=\(many)-\(many)", size: 10) == .unsatisfiable)
    }
}
