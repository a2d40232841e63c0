import CoreDataModel
package import Foundation

extension MetadataValue {
    /// The entries of a property list; nil where it is none.
    package static func read(_ plist: Data) -> [String: MetadataValue]? {
        // What is no property list has no entries.
        guard let tree = try? PropertyTree(plist),
            case .dictionary(let entries)? = MetadataValue(tree)
        else { return nil }
        return entries
    }

    /// A binary property list; nil where a value has no form in one.
    package static func written(_ entries: [String: MetadataValue]) -> Data? {
        try? PropertyListSerialization.data(
            fromPropertyList: MetadataValue.dictionary(entries).plain, format: .binary, options: 0)
    }

    private init?(_ tree: PropertyTree) {
        switch tree {
        case .text(let text): self = .text(text)
        case .data(let bytes): self = .bytes(bytes)
        case .date(let date): self = .date(date)
        case .bool(let truth): self = .bool(truth)
        case .int(let number): self = .int(number)
        case .double(let number): self = .double(number)
        case .list(let list): self = .list(list.compactMap { MetadataValue($0) })
        case .dictionary(let entries):
            self = .dictionary(entries.compactMapValues { MetadataValue($0) })
        case .null, .reference: return nil
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
