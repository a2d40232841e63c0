package import Foundation

extension UUID {
    /// A random UUID from the system's generator.
    ///
    /// Foundation opens a device file for each of its own on Linux, which costs more than all
    /// else that a small request needs of the system.
    package static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        // The bits that say version 4 and variant 1.
        var high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        var low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        high = high.bigEndian
        low = low.bigEndian
        return withUnsafeBytes(of: (high, low)) { bytes in
            bytes.withMemoryRebound(to: uuid_t.self) { UUID(uuid: $0[0]) }
        }
    }

    /// The same as `uuidString`, written without the C library's formatting.
    package var text: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var place = 0
                for (number, byte) in bytes.enumerated() {
                    if number == 4 || number == 6 || number == 8 || number == 10 {
                        text[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    text[place] = UUID.digit(byte >> 4)
                    text[place + 1] = UUID.digit(byte & 15)
                    place += 2
                }
                return 36
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
