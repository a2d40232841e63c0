import Foundation

/// The arguments of the texts that a notification of a query shows.
///
///     {"alertLocalizationKey": "added", "alertLocalizationArgs": ["name"]}   // of the subscription
///     {"alertLocalizationKey": "added", "alertLocalizationArgs": ["Paris"]}  // of the notification
///
/// Source: [CKSubscription](https://developer.apple.com/documentation/cloudkit/cksubscription).
enum LocalizationArguments {
    private static let members = [
        "alertLocalizationArgs", "titleLocalizationArgs", "subtitleLocalizationArgs",
    ]
    /// How many scalars of a value are shown.
    private static let length = 100

    /// What a subscription shows, with the values of a record in the places of the names of fields.
    ///
    /// - Parameter room: Bytes of all values; one for which there is no room left is empty.
    static func filled(_ info: Data, from record: Record, room: Int) -> Data {
        guard info.range(of: Data("LocalizationArgs".utf8)) != nil,
            // What is no object has no arguments.
            var content = (try? JSONSerialization.jsonObject(with: info)) as? [String: Any]
        else { return info }
        var room = room
        for member in members {
            guard let fields = content[member] as? [String] else { continue }
            content[member] = fields.map { field in
                let text = text(of: field, in: record)
                guard text.utf8.count <= room else { return "" }
                room -= text.utf8.count
                return text
            }
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        // What was read can be written.
        return (try? JSONSerialization.data(withJSONObject: content, options: options)) ?? info
    }

    private static func text(of field: String, in record: Record) -> String {
        guard !record.encrypted.contains(field), let value = record.fields[field] else { return "" }
        let text =
            switch value {
            case .int(let number): "\(number)"
            case .double(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
            case .decimal(let number): "\(number)"
            case .text(let text): text
            case .date(let date): date.formatted(.iso8601)
            case .uuid(let uuid): uuid.uuidString
            case .url(let url): url.absoluteString
            case .null, .bytes, .reference, .location, .list, .asset, .dictionary, .object: ""
            }
        return String(text.unicodeScalars.prefix(length))
    }
}
