import CoreDataModel
import Foundation
import PredicateCore

/// Composite values as bytes: a keyed archive of one dictionary.
enum CompositeCoding {
    private static let maximumDepth = 32
    /// A record has a megabyte at most.
    private static let maximumParts = 1_000_000

    /// The archive; nil where a member has no form in one.
    static func data(_ members: [String: Value]) -> Data? {
        guard let root = plain(.dictionary(members), depth: 0) as? NSDictionary else { return nil }
        return try? NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
    }

    /// The members; nil where the bytes are no such archive.
    static func members(_ data: Data) -> [String: Value]? {
        guard
            let root = ArchiveCheck.plainValue(
                data, levels: maximumDepth + 1, parts: maximumParts),
            case .dictionary(let members)? = value(root, depth: 0)
        else { return nil }
        return members
    }

    private static func plain(_ value: Value, depth: Int) -> NSObject? {
        guard depth < maximumDepth else { return nil }
        switch value {
        case .null: return NSNull()
        case .int(let number): return NSNumber(value: number)
        case .double(let number): return NSNumber(value: number)
        case .decimal(let number): return ArchivedDecimal(number)
        case .text(let text): return NSString(string: text)
        case .date(let date):
            return NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case .bytes(let bytes): return NSData(data: bytes)
        case .uuid(let uuid): return NSUUID(uuidString: uuid.uuidString)
        case .url(let url): return NSURL(string: url.absoluteString)
        case .dictionary(let members):
            let made = NSMutableDictionary()
            for (name, member) in members {
                guard let plain = plain(member, depth: depth + 1) else { return nil }
                made[NSString(string: name)] = plain
            }
            return made
        case .list(let members):
            let made = NSMutableArray()
            for member in members {
                guard let plain = plain(member, depth: depth + 1) else { return nil }
                made.add(plain)
            }
            return made
        case .reference, .location, .asset, .object: return nil
        }
    }

    private static func value(_ any: Any, depth: Int) -> Value? {
        guard depth < maximumDepth else { return nil }
        switch any {
        case is NSNull: return .null
        case let text as String: return .text(text)
        case let date as Date: return .date(date)
        case let bytes as Data: return .bytes(bytes)
        case let uuid as UUID: return .uuid(uuid)
        case let url as URL: return .url(url)
        case let decimal as ArchivedDecimal: return .decimal(decimal.number)
        case let number as NSNumber:
            let isDouble = ["d", "f"].contains(String(cString: number.objCType))
            return isDouble ? .double(number.doubleValue) : .int(number.int64Value)
        case let members as NSDictionary:
            var made: [String: Value] = [:]
            for (name, member) in members {
                guard let name = name as? String, let value = value(member, depth: depth + 1)
                else { return nil }
                made[name] = value
            }
            return .dictionary(made)
        case let members as NSArray:
            var made: [Value] = []
            for member in members {
                guard let value = value(member, depth: depth + 1) else { return nil }
                made.append(value)
            }
            return .list(made)
        default: return nil  // Of no class that composites have.
        }
    }
}
