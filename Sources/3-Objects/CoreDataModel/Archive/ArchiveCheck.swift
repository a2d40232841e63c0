package import Foundation

/// What is known of a keyed archive of others before Foundation reads it, or without it.
///
/// Foundation on Linux stops the program at a class that is not allowed, follows an object that
/// holds itself until the stack ends, and reads beyond the members of a dictionary of which one
/// cannot be read: see `_isClassAllowed` and `_decodeObject` in the file
/// `NSKeyedUnarchiver.swift` of swift-corelibs-foundation.
package enum ArchiveCheck {
    /// Whether bytes are an archive of objects of some classes, with some levels and parts at most,
    /// each part counted as often as it is referred to.
    package static func isPlain(
        _ data: Data, of classes: Set<String>, levels: Int, parts: Int
    ) -> Bool {
        // Bytes that are no archive are not plain.
        guard let graph = try? KeyedGraph(data) else { return false }
        return graph.hasClasses && graph.hasWholeDictionaries
            && graph.isPlain(of: classes, levels: levels, parts: parts)
    }

    /// Whether every object of an archive names a class, every member of its dictionaries can be
    /// read, and no object holds itself, nor others more than some levels deep.
    package static func isWithin(levels: Int, _ data: Data) -> Bool {
        // Bytes that are no archive have no objects.
        guard let graph = try? KeyedGraph(data) else { return false }
        return graph.hasClasses && graph.hasWholeDictionaries && graph.isWithin(levels: levels)
    }

    /// The classes that an archive names; nil for bytes that are no archive.
    package static func classNames(_ data: Data) -> Set<String>? {
        // Bytes that are no archive name none.
        guard let graph = try? KeyedGraph(data) else { return nil }
        var names: Set<String> = []
        for case .dictionary(let entries) in graph.objects {
            guard let name = entries["$classname"] else { continue }
            guard let text = name.text else { return nil }
            names.insert(text)
        }
        return names
    }

    /// The classes that ``plainValue(_:levels:parts:)`` reads.
    package static let plainClasses = KeyedGraph.leaves.union([
        "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSDictionary",
        "NSMutableDictionary",
    ])

    /// The object of an archive of strings, numbers, dates, data, UUIDs, URLs and nulls, in arrays,
    /// sets and dictionaries; nil for any other, and for one of more levels or parts.
    ///
    /// Decimal numbers are `ArchivedDecimal`.
    package static func plainValue(_ data: Data, levels: Int, parts: Int) -> NSObject? {
        // Bytes that are no archive have no value.
        guard let graph = try? KeyedGraph(data) else { return nil }
        var left = parts
        return graph.plainValue(graph.root, levels, &left)
    }
}

extension KeyedGraph {
    /// Whether every member of a dictionary can be read; objects of a program's own classes are taken
    /// for such.
    fileprivate var hasWholeDictionaries: Bool {
        let readable = objects.indices.map { number in
            let reference = PropertyTree.reference(number)
            guard let name = object(reference)?.className, !Self.leaves.contains(name) else {
                return leaf(reference) != nil
            }
            return true
        }
        return objects.allSatisfy { object in
            guard let entries = object.dictionary, let keys = entries["NS.keys"] else {
                return true
            }
            return [keys, entries["NS.objects"] ?? .null].allSatisfy { members in
                guard let members = members.list else { return false }
                return members.allSatisfy { member in
                    guard case .reference(let number) = member,
                        objects.indices.contains(number)
                    else { return false }
                    return readable[number]
                }
            }
        }
    }

    /// The classes of objects that hold no others.
    fileprivate static let leaves: Set<String> = [
        "NSNull", "NSString", "NSMutableString", "NSData", "NSMutableData", "NSDate", "NSUUID",
        "NSURL", "NSDecimalNumber", "NSDecimalNumberPlaceholder",
    ]

    fileprivate func plainValue(
        _ tree: PropertyTree?, _ levels: Int, _ left: inout Int
    ) -> NSObject? {
        left -= 1
        guard levels > 0, left >= 0 else { return nil }
        guard let object = object(tree) else { return leaf(tree) }
        switch object.className {
        case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
            guard let members = values(object.entries["NS.objects"], levels - 1, &left) else {
                return nil
            }
            return switch object.className {
            case "NSArray": NSArray(array: members)
            case "NSMutableArray": NSMutableArray(array: members)
            case "NSSet": NSSet(array: members)
            default: NSMutableSet(array: members)
            }
        case "NSDictionary", "NSMutableDictionary":
            guard let keys = values(object.entries["NS.keys"], levels - 1, &left),
                let members = values(object.entries["NS.objects"], levels - 1, &left),
                keys.count == members.count
            else { return nil }
            return object.className == "NSDictionary"
                ? NSDictionary(objects: members, forKeys: keys)
                : NSMutableDictionary(objects: members, forKeys: keys)
        default: return leaf(tree)  // No other class holds values.
        }
    }

    private func values(
        _ list: PropertyTree?, _ levels: Int, _ left: inout Int
    ) -> [NSObject]? {
        guard let list = list?.list else { return nil }
        var made: [NSObject] = []
        for member in list {
            guard let value = plainValue(member, levels, &left) else { return nil }
            made.append(value)
        }
        return made
    }

    /// The value of a part that holds no others; nil for what Foundation would not read.
    private func leaf(_ tree: PropertyTree?) -> NSObject? {
        switch resolved(tree) {
        case .null, .list, .reference: return nil
        case .bool(let truth): return NSNumber(value: truth)
        case .int(let number): return NSNumber(value: number)
        case .double(let number): return NSNumber(value: number)
        case .date(let date): return date as NSDate
        case .data(let data): return NSData(data: data)
        case .text(let text): return NSString(string: text)
        case .dictionary(let entries):
            switch object(tree)?.className {
            case "NSNull": return NSNull()
            case "NSString": return text(tree).map { NSString(string: $0) }
            case "NSMutableString": return text(tree).map { NSMutableString(string: $0) }
            case "NSData": return bytes(entries["NS.data"]).map { NSData(data: $0) }
            case "NSMutableData": return bytes(entries["NS.data"]).map { NSMutableData(data: $0) }
            case "NSDate":
                switch entries["NS.time"] {
                case .double(let seconds): return NSDate(timeIntervalSinceReferenceDate: seconds)
                case .int(let seconds):
                    return NSDate(timeIntervalSinceReferenceDate: Double(seconds))
                default: return nil  // No time.
                }
            case "NSUUID":
                guard let bytes = bytes(entries["NS.uuidbytes"]), bytes.count == 16 else {
                    return nil
                }
                return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
                    as NSUUID
            case "NSURL":
                let base = object(entries["NS.base"]).flatMap { text($0.entries["NS.relative"]) }
                return text(entries["NS.relative"]).flatMap {
                    // Not every `NSURL` is one of Swift, which Foundation takes it for.
                    URL(string: $0, relativeTo: base.flatMap { URL(string: $0) })
                        .map { $0 as NSURL }
                }
            case "NSDecimalNumber", "NSDecimalNumberPlaceholder":
                return bytes(entries["NS.mantissa"]).flatMap { mantissa in
                    let exponent = int(entries["NS.exponent"]) ?? 0
                    return Decimal(
                        mantissa: mantissa, length: int(entries["NS.length"]) ?? 0,
                        isBig: int(entries["NS.mantissa.bo"]) == 2,
                        isNegative: bool(entries["NS.negative"]), exponent: exponent
                    ).map { ArchivedDecimal($0, exponent: exponent) }
                }
            default: return nil  // No other class is a value.
            }
        }
    }

    private func bytes(_ value: PropertyTree?) -> Data? {
        switch resolved(value) {
        case .data(let data): data
        case .dictionary(let entries):
            if case .data(let data)? = entries["NS.data"] { data } else { nil }
        case .null, .bool, .int, .double, .date, .text, .reference, .list: nil
        }
    }
}
