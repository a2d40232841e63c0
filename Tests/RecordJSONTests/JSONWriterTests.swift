import RecordJSON
import Testing

@Suite struct `A JSON writer` {
    @Test func `writes whole numbers in decimal digits`() {
        var numbers: [Int64] = [.min, .min + 1, .max, 0]
        var power: Int64 = 1
        for _ in 0..<19 {
            numbers += [power - 1, power, power + 1, 1 - power, -power, -1 - power]
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        for number in numbers {
            var writer = JSONWriter()
            writer.append(integer: number)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == String(number))
        }
    }

    @Test func `grows, takes back and begins again`() {
        var writer = JSONWriter()
        #expect(writer.last == nil)
        writer.removeLast()
        var expected: [UInt8] = []
        for length in [0, 1, 7, 8, 9, 255, 256, 257, 5_000, 3] {
            let text = String(repeating: "ä\"", count: length)
            writer.append(text: text)
            expected += Array("\"\(text.replacing("\"", with: "\\\""))\"".utf8)
            writer.append(byte: 0x2C)
            #expect(writer.last == 0x2C)
            writer.removeLast()
            #expect(writer.bytes == expected)
            #expect(writer.count == expected.count)
        }
        let copy = writer
        #expect(writer.take() == expected)
        #expect(writer.bytes.isEmpty)
        writer.append(raw: "[]")
        #expect(writer.bytes == Array("[]".utf8))
        #expect(copy.bytes == expected)
        writer.removeLast()
        writer.append(integer: 7)
        #expect(writer.bytes == Array("[7".utf8))
    }
}
