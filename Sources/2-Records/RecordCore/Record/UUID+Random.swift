package import Foundation
import Synchronization

/// Random numbers of the system, on Linux taken 32 at a time: each asking is a system call there.
///
///     var numbers = SystemRandomNumbers()
///     UUID.random(using: &numbers).text  // "5B0C3A0E-7A1F-4E53-9E0A-2F6E11D0A4B7"
package struct SystemRandomNumbers: RandomNumberGenerator, Sendable {
    /// Those of all threads, which take turns.
    fileprivate static let shared = Mutex(SystemRandomNumbers())
    private var numbers: [UInt64] = []

    /// Numbers for one thread.
    package init() {}

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        #if canImport(Glibc)
        if numbers.isEmpty {
            numbers = Array(unsafeUninitializedCapacity: 32) { room, count in
                // It gives 256 bytes at most, whole or not at all.
                count = room.baseAddress.map { getentropy($0, 256) } == 0 ? 32 : 0
            }
        }
        #endif
        if let number = numbers.popLast() { return number }
        var system = SystemRandomNumberGenerator()
        return system.next()
    }
}

extension UUID {
    /// A random UUID from the system's generator.
    ///
    /// Foundation opens a device file for each of its own on Linux, which costs more than all
    /// else that a small request needs of the system.
    package static func random() -> UUID {
        SystemRandomNumbers.shared.withLock { UUID.random(using: &$0) }
    }

    /// A random UUID from the numbers of one thread, which takes no lock.
    package static func random(using numbers: inout SystemRandomNumbers) -> UUID {
        // The bits that say version 4 and variant 1.
        UUID(
            high: numbers.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: numbers.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// A UUID of version 7: the time in front of 62 random bits, so that names made one after the
    /// other stand side by side in an index.
    ///
    ///     UUID.timeOrdered().text  // "019AB7F4-5D1C-7A3E-9C0B-2F6E11D0A4B7"
    ///
    /// Random names put each record on another page of every index that ends with the name: 20,000
    /// records in batches wrote 324 MB to the log with them and 129 MB with these.
    ///
    /// Fractions of a millisecond stand in the 12 bits that [RFC 9562, section
    /// 6.2](https://www.rfc-editor.org/rfc/rfc9562#section-6.2) lets hold them (method 3): a step
    /// of the clock is 244 ns long, and within one step chance decides.
    ///
    /// - Parameter date: The time, from 1970 on.
    package static func timeOrdered(at date: Date = Date()) -> UUID {
        // Milliseconds in the upper 48 bits, 4,096ths of one below. A double holds both exactly.
        let ticks = UInt64(max(0, date.timeIntervalSince1970) * 4_096_000)
        let number = SystemRandomNumbers.shared.withLock { $0.next() }
        let high = (ticks >> 12) << 16 | 0x7000 | ticks & 0xFFF
        return UUID(
            high: high, low: number & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    private init(high: UInt64, low: UInt64) {
        self = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
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
