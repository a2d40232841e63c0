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
        let text = name.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
        return text.hasPrefix(".") ? "%2E" + text.dropFirst() : text
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")

    /// The name that a part of a path stands for; nil when it is not one that we write.
    static func unescaped(_ part: String) -> String? {
        guard let name = part.removingPercentEncoding, isAllowed(name), escaped(name) == part
        else { return nil }
        return name
    }
}
