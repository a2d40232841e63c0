package import Foundation
package import ObjectCore

extension MetadataValue {
    /// The entries of a property list; nil where it is none.
    package static func read(_ plist: Data) -> [String: MetadataValue]? {
        guard !plist.isEmpty,
            let list = try? PropertyListSerialization.propertyList(from: plist, format: nil),
            case .dictionary(let entries)? = MetadataValue(list, depth: 0)
        else { return nil }
        return entries
    }

    /// A binary property list; nil where a value has no form in one.
    package static func written(_ entries: [String: MetadataValue]) -> Data? {
        try? PropertyListSerialization.data(
            fromPropertyList: MetadataValue.dictionary(entries).plain, format: .binary, options: 0)
    }

    private init?(_ value: Any, depth: Int) {
        if depth > 64 { return nil }
        switch value {
        case let text as String: self = .text(text)
        case let bytes as Data: self = .bytes(bytes)
        case let date as Date: self = .date(date)
        case let list as [Any]:
            self = .list(list.compactMap { MetadataValue($0, depth: depth + 1) })
        case let entries as [String: Any]:
            self = .dictionary(entries.compactMapValues { MetadataValue($0, depth: depth + 1) })
        case let number as NSNumber:
            let type = String(cString: number.objCType)
            if type == "c" || type == "B" {
                self = .bool(number.boolValue)
            } else if type == "d" || type == "f" {
                self = .double(number.doubleValue)
            } else {
                self = .int(number.int64Value)
            }
        default: return nil  // A property list has nothing else.
        }
    }

    private var plain: Any {
        switch self {
        case .int(let number): number
        case .bool(let truth): truth
        case .double(let number): number
        case .text(let text): text
        case .date(let date): date
        case .bytes(let bytes): bytes
        case .list(let members): members.map(\.plain)
        case .dictionary(let entries): entries.mapValues(\.plain)
        }
    }
}
