import Foundation
import RecordCore
import RecordJSON
import Testing
import TestRandom

@Suite struct `JSON reader` {
    @Test(arguments: [
        ("0", Value.int(0)), ("-0", .int(0)), ("42", .int(42)), (" 7 ", .int(7)),
        ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
        ("1.0", .double(1)), ("-0.0", .double(0)), ("0.1", .double(0.1)), ("1e3", .double(1000)),
        ("1E+2", .double(100)), ("2.5e-3", .double(0.0025)),
        ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
        ("18446744073709551616.0", .double(0x1p64)),
        ("-36893488147419103232.000", .double(-0x1p65)),
        ("0.18446744073709551616", .double(0.18446744073709551616)),
        ("0.00025", .double(0.00025)), ("5e-324", .double(.leastNonzeroMagnitude)),
        ("1e-400", .double(0)),
        ("123456789012345678901234567890e-10", .double(12_345_678_901_234_567_890.123456789)),
        ("true", .int(1)), ("false", .int(0)), ("null", .null), ("[]", .list([])),
        ("{}", .dictionary([:])), (#""""#, .text("")), (#""é😀""#, .text("é😀")),
        (#""a\"\\\/\b\f\n\r\tb""#, .text("a\"\\/\u{8}\u{C}\n\r\tb")),
        (#""\u00e9\ud83d\ude00\u0041""#, .text("é😀A")),
        (#"[1,"a",[null],{"b":2}]"#, .list([1, "a", [nil], .dictionary(["b": 2])])),
        (#"{"a":1,"a":2}"#, .dictionary(["a": 2])), ("\n[ 1 ,\t2 ]\r\n", .list([1, 2])),
    ])
    func `reads what the grammar allows`(text: String, value: Value) throws {
        #expect(try JSONReader.value(of: text) == value)
    }

    @Test func `keeps whole numbers whole and exact`() throws {
        guard case .int = try JSONReader.value(of: "3") else { return #expect(Bool(false)) }
        guard case .double = try JSONReader.value(of: "3.0") else { return #expect(Bool(false)) }
        let large = try JSONReader.value(of: "12345678901234567890")
        guard case .decimal(let decimal) = large else { return #expect(Bool(false)) }
        #expect(decimal.description == "12345678901234567890")
        let huge = try JSONReader.value(of: String(repeating: "9", count: 40))
        guard case .double(let double) = huge else { return #expect(Bool(false)) }
        #expect(double == 1e40)
    }

    @Test func `reads every double back as it was written`() throws {
        var generator = RandomNumbers(seed: 7)
        for _ in 0..<20_000 {
            let double = Double(bitPattern: generator.next())
            guard double.isFinite else { continue }
            var writer = JSONWriter()
            writer.append(double: double)
            guard case .double(let read) = try JSONReader.value(of: writer.bytes) else {
                return #expect(Bool(false))
            }
            #expect(read.bitPattern == double.bitPattern)
        }
    }

    @Test(arguments: [
        ("", JSONError.Code.unexpectedEnd, 0), ("{", .unexpectedEnd, 1), ("[1,", .unexpectedEnd, 3),
        (#""abc"#, .unexpectedEnd, 4), (#""a\"#, .unexpectedEnd, 3), (#""\u12"#, .unexpectedEnd, 5),
        ("tru", .unexpectedEnd, 3), ("nul ", .unexpectedCharacter, 0),
        ("{a:1}", .unexpectedCharacter, 1),
        (#"{"a" 1}"#, .unexpectedCharacter, 5), (#"{"a":1,}"#, .unexpectedCharacter, 7),
        ("[1,]", .unexpectedCharacter, 3), ("[1 2]", .unexpectedCharacter, 3),
        ("1e400", .invalidNumber, 0), ("[1, -1e309]", .invalidNumber, 4),
        (String(repeating: "9", count: 400), .invalidNumber, 0),
        ("01", .invalidNumber, 0), ("1.]", .invalidNumber, 0), ("1e+]", .invalidNumber, 0),
        // More bytes may make these whole.
        ("1.", .unexpectedEnd, 2), ("1e", .unexpectedEnd, 2), ("1.5e-", .unexpectedEnd, 5),
        (".5", .unexpectedCharacter, 0), ("+1", .unexpectedCharacter, 0),
        ("NaN", .unexpectedCharacter, 0),
        (#""\x""#, .invalidEscape, 1), (#""\ud83d""#, .invalidEscape, 1),
        (#""\ude00x""#, .invalidEscape, 1), ("\"a\nb\"", .controlCharacter, 2),
        ("1 2", .trailingCharacters, 2), ("{} x", .trailingCharacters, 3),
    ])
    func `refuses what the grammar does not allow, with the place`(
        text: String, code: JSONError.Code, offset: Int
    ) {
        #expect {
            try JSONReader.value(of: text)
        } throws: { error in
            let error = error as? JSONError
            return error?.code == code && error?.offset == offset
        }
    }

    @Test func `refuses bytes that are not UTF-8`() {
        #expect(throws: JSONError.self) { try JSONReader.value(of: [0x22, 0xFF, 0x22]) }
        #expect(throws: JSONError.self) { try JSONReader.value(of: [0x22, 0xC3, 0x22]) }
    }

    @Test func `refuses deep nesting without recursing on`() {
        let depth = JSONReader.depthLimit
        let allowed = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(throws: Never.self) { try JSONReader.value(of: allowed) }
        let deep = String(repeating: "[", count: 1_000_000)
        #expect { try JSONReader.value(of: deep) } throws: { ($0 as? JSONError)?.code == .tooDeep }
        let objects = String(repeating: #"{"a":"#, count: 100_000)
        #expect { try JSONReader.value(of: objects) } throws: {
            ($0 as? JSONError)?.code == .tooDeep
        }
    }

    @Test func `survives a hundred thousand damaged texts`() throws {
        let seeds = [
            #"{"a":[1,2.5e-3,"x\u00e9\n"],"b":{"c":null,"d":true},"é":"😀"}"#,
            #"[{"id":12345678901234567890,"t":"\ud83d\ude00"},-0.0,[[[]]]]"#,
        ].map { Array($0.utf8) }
        var generator = RandomNumbers(seed: 42)
        var read = 0
        for round in 0..<100_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[(place * 7) % bytes.count], at: place)
                }
            }
            // A number too large for a double is infinite, which is written with a tag.
            guard let value = try? JSONReader.value(of: bytes), isFinite(value) else { continue }
            read += 1
            // What is read is what is written and read again.
            var writer = JSONWriter()
            writer.append(value)
            #expect(
                try JSONReader.value(of: writer.bytes) == value,
                "\(String(decoding: bytes, as: UTF8.self))")
            // The key-directed scan accepts whatever the reader accepts.
            let fields = JSONFields(["a", "b", "é"])
            try bytes.withUnsafeBufferPointer { try fields.scan($0) }
            if case .dictionary(let members) = value {
                #expect(try fields.value(0) == members["a"] ?? .null)
                #expect(try fields.value(2) == members["é"] ?? .null)
            }
        }
        #expect(read > 1000)
    }
}

private func isFinite(_ value: Value) -> Bool {
    switch value {
    case .double(let number): number.isFinite
    case .list(let members): members.allSatisfy(isFinite)
    case .dictionary(let members): members.values.allSatisfy(isFinite)
    default: true
    }
}
