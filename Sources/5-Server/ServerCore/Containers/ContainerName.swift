import Foundation

/// The name of a container and what it is called on the disk.
///
///     ContainerName.escaped("iCloud.org.example.notes")  // "iCloud.org.example.notes"
///     ContainerName.escaped("../etc")                    // "%2E.%2Fetc"
enum ContainerName {
    /// Whether a container may have a name.
    static func isAllowed(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200 && escaped(name).utf8.count <= 240
            && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }

    /// The name as a part of a path: letters, digits, `.`, `-` and `_` stay, everything else
    /// and a leading dot become `%` and two digits.
    static func escaped(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for (place, byte) in name.utf8.enumerated() {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"):
                bytes.append(byte)
            case UInt8(ascii: ".") where place > 0: bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The name that a part of a path stands for; nil when it is not one that we write.
    static func unescaped(_ part: String) -> String? {
        guard let name = part.removingPercentEncoding, isAllowed(name), escaped(name) == part
        else { return nil }
        return name
    }
}
