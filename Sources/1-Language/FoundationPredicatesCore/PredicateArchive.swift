import Foundation
import PredicateCore

/// How predicates and expressions are written into archives: the format, and beside it the
/// objects that no format can spell.
enum PredicateArchive {
    private static let formatKey = "quarry.format"
    private static let objectsKey = "quarry.objects"
    /// Variables of this name stand for the archived objects.
    private static let objectPrefix = "quarryArchivedObject"

    // MARK: Writing

    static func encode(_ predicate: QueryPredicate, to coder: NSCoder) {
        guard predicate.levels(atMost: Limits.depth) != nil else { return failTooDeep(coder) }
        var objects = ArchivedObjects(prefix: objectPrefix)
        let plain = predicate.mapLeaves { objects.replace($0) }
        write(plain.format, objects, block: PredicatePart.predicate(predicate).block, to: coder)
    }

    static func encode(_ expression: QueryExpression, to coder: NSCoder) {
        guard expression.levels(atMost: Limits.depth) != nil else { return failTooDeep(coder) }
        var objects = ArchivedObjects(prefix: objectPrefix)
        let plain = expression.mapLeaves { objects.replace($0) }
        // It may become a part of a calculation.
        write(
            plain.exactFormat, objects, block: PredicatePart.expression(expression).block,
            to: coder)
    }

    private static func write(
        _ format: String, _ objects: ArchivedObjects, block: PredicatePart?, to coder: NSCoder
    ) {
        if let block {
            if block.isTooDeep { return failTooDeep(coder) }
            fail(coder, "A block cannot be archived: \(format)")
        } else if let stranger = objects.strangers.first {
            fail(coder, "A constant of class \(stranger) does not conform to NSCoding.")
        } else {
            coder.encode(format as NSString, forKey: formatKey)
            if !objects.objects.isEmpty {
                coder.encode(objects.objects as NSArray, forKey: objectsKey)
            }
        }
    }

    private static func failTooDeep(_ coder: NSCoder) {
        // What is deeper could not be read again.
        fail(coder, "What is nested deeper than \(Limits.depth) levels cannot be archived.")
    }

    private static func fail(_ coder: NSCoder, _ message: String) {
        coder.failWithError(
            CocoaError(.coderInvalidValue, userInfo: [NSDebugDescriptionErrorKey: message]))
    }

    // MARK: Reading

    /// A text of an archive; nil where there is none.
    static func text(_ key: String, from coder: NSCoder) -> String? {
        // Asking for a key that is not there is an error, which may stop the program.
        guard coder.containsValue(forKey: key) else { return nil }
        return coder.decodeObject(of: NSString.self, forKey: key) as String?
    }

    static func predicate(from coder: NSCoder) -> QueryPredicate? {
        read(coder) { format throws(ParseError) in try QueryPredicate(parsing: format) }
            .map { predicate, objects in
                objects.isEmpty ? predicate : predicate.mapLeaves { restored($0, objects) }
            }
    }

    static func expression(from coder: NSCoder) -> QueryExpression? {
        read(coder) { format throws(ParseError) in try QueryExpression(parsing: format) }
            .map { expression, objects in
                objects.isEmpty ? expression : expression.mapLeaves { restored($0, objects) }
            }
    }

    private static func restored(
        _ leaf: QueryExpression, _ objects: [String: Value]
    ) -> QueryExpression? {
        if case .variable(let name) = leaf {
            objects[name].map(QueryExpression.constant)
        } else {
            nil
        }
    }

    private static func read<Made>(
        _ coder: NSCoder, parse: (String) throws(ParseError) -> Made
    ) -> (Made, [String: Value])? {
        guard let format = text(formatKey, from: coder) else { return nil }
        var objects: [String: Value] = [:]
        if coder.containsValue(forKey: objectsKey) {
            let classes = Array(coder.allowedClasses ?? []) + [NSArray.self]
            guard let list = coder.decodeObject(of: classes, forKey: objectsKey) as? NSArray else {
                return nil
            }
            for (place, object) in list.enumerated() {
                objects[objectPrefix + String(place)] = Value(bridging: object)
            }
        }
        do {
            return (try parse(format), objects)
        } catch {
            // Under the other policy an error stops the program, which no archive may do.
            if coder.decodingFailurePolicy == .setErrorAndReturn {
                coder.failWithError(
                    CocoaError(
                        .coderReadCorrupt,
                        userInfo: [NSDebugDescriptionErrorKey: String(describing: error)]))
            }
            return nil
        }
    }
}

/// The objects taken out of a predicate, in the order in which they were met.
private struct ArchivedObjects {
    let prefix: String
    var objects: [Any] = []
    /// The classes of objects that cannot be archived.
    var strangers: [String] = []

    /// A variable for an object; nil for a constant that a format can spell.
    mutating func replace(_ leaf: QueryExpression) -> QueryExpression? {
        guard case .constant(let value) = leaf, value.holdsObject else { return nil }
        if case .object = value, !(value.bridged is any NSCoding) {
            strangers.append(value.bridged.map { String(describing: type(of: $0)) } ?? "nil")
            return nil
        }
        objects.append(value.bridged ?? NSNull())
        return .variable(prefix + String(objects.count - 1))
    }
}

extension Value {
    /// Whether an object without a spelling of its own is in it.
    fileprivate var holdsObject: Bool {
        switch kind {
        case .object, .asset: true
        case .list(let members): members.contains(where: \.holdsObject)
        case .dictionary(let members): members.values.contains(where: \.holdsObject)
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location:
            false
        }
    }
}
