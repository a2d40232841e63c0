import CoreLocation
import Foundation
import FoundationPredicates
import PredicateCore

/// Between the values of the record database and what programs read from and write to fields.
enum FieldBridge {
    // MARK: Writing

    /// The value that a program set.
    ///
    /// Stops the program for what no field can hold, as Apple's raises an exception.
    static func value(_ any: Any?, field: String) -> Value {
        guard let any else { return .null }
        let kind = type(of: any)
        // What is met most, without a detour.
        if kind == String.self, let text = any as? String { return .text(text) }
        if kind == Int.self, let number = any as? Int { return .int(Int64(number)) }
        if kind == Double.self, let number = any as? Double { return .double(number) }
        guard let stored = stored(any) else {
            fatalError(refusal(of: any, field: field))  // As Apple's raises.
        }
        return stored
    }

    /// The value that a program sets; nil when no field can hold it.
    static func stored(_ any: Any) -> Value? {
        // Records and their names are references in predicates only. Only objects are asked: a
        // cast of a Swift collection to a class copies it.
        let isName = type(of: any) is AnyClass && (any is CKRecord || any is CKRecord.ID)
        return isName ? nil : storable(Value(bridging: any))
    }

    /// The value as a field holds it; nil when no field can.
    static func storable(_ value: Value) -> Value? {
        switch value.kind {
        case .null, .number(.int), .number(.double), .text, .date, .bytes, .reference, .location,
            .asset:
            return value
        case .number(.decimal(let number)): return .double(number.nearestDouble)
        case .list(let members):
            var stored: [Value] = []
            stored.reserveCapacity(members.count)
            for member in members {
                guard let plain = storable(member), plain.isMember else { return nil }
                if let first = stored.first, !first.isSameKind(as: plain) { return nil }
                stored.append(plain)
            }
            return .list(stored)
        case .scalar, .dictionary, .object:
            return nil
        }
    }

    private static func refusal(of any: Any, field: String) -> String {
        if let members = (any as? NSArray)?.map({ $0 }) {
            let kinds = Set(members.map { String(describing: type(of: $0)) }).sorted()
            return "CKException: Field '\(field)' must hold an array of values of one type that "
                + "a CKRecord can store, not of \(kinds.joined(separator: ", "))"
        }
        return "CKException: Field '\(field)' cannot hold a value of type "
            + "\(type(of: any)): a CKRecord stores NSString, NSNumber, NSDate, NSData, CLLocation, "
            + "CKRecord.Reference, CKAsset and arrays of one of these"
    }

    // MARK: Reading

    /// What a program reads: numbers as `NSNumber`, which casts to every number that it equals,
    /// everything else in its Swift form, which casts to Foundation's.
    static func object(_ value: Value) -> (any CKRecordValueProtocol)? {
        switch value.kind {
        case .text(let text): text
        case .number(.int(let number)): NSNumber(value: number)
        case .number(.double(let number)): NSNumber(value: number)
        case .date(let date): date
        case .bytes(let bytes): bytes
        case .reference(let reference): CKRecord.Reference(reference)
        case .location(let location): CLLocation(location)
        case .asset(let asset): CKAsset(asset)
        case .list(let members): array(members)
        case .number(.decimal(let number)): NSDecimalNumber(decimal: number)
        // No store has these in a field.
        case .null, .scalar, .dictionary, .object: nil
        }
    }

    private static func array(_ members: [Value]) -> any CKRecordValueProtocol {
        switch members.first?.kind {
        case nil, .text:
            members.compactMap { if case .text(let text) = $0 { text } else { nil } }
        case .number:
            members.compactMap { object($0) as? NSNumber }
        case .date:
            members.compactMap { if case .date(let date) = $0 { date } else { nil } }
        case .bytes:
            members.compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } }
        case .reference:
            members.compactMap { object($0) as? CKRecord.Reference }
        case .location:
            members.compactMap { object($0) as? CLLocation }
        case .asset:
            members.compactMap { object($0) as? CKAsset }
        case .null, .scalar, .list, .dictionary, .object:
            [String]()
        }
    }

    /// What a program reads into a variable of a type; nil where the field holds another kind.
    static func typed<T>(_ value: Value, as type: T.Type) -> T? {
        switch value.kind {
        case .text(let text): if T.self == String.self { return text as? T }
        case .number(.int(let number)):
            if T.self == Int.self { return Int(exactly: number) as? T }
            if T.self == Int64.self { return number as? T }
            if T.self == Double.self { return Double(exactly: number) as? T }
        case .number(.double(let number)): if T.self == Double.self { return number as? T }
        case .date(let date): if T.self == Date.self { return date as? T }
        case .bytes(let bytes): if T.self == Data.self { return bytes as? T }
        case .null: return nil
        case .number(.decimal), .scalar, .reference, .location, .asset, .list, .dictionary, .object:
            break
        }
        return object(value) as? T
    }
}

extension Value {
    /// Whether a list may hold it.
    fileprivate var isMember: Bool {
        switch kind {
        case .number(.int), .number(.double), .text, .date, .bytes, .reference, .location, .asset:
            true
        case .null, .number(.decimal), .scalar, .list, .dictionary, .object: false
        }
    }

    /// Whether one list may hold both; whole numbers and fractions are numbers.
    fileprivate func isSameKind(as other: Value) -> Bool {
        switch (self, other) {
        case (.int, .int), (.int, .double), (.double, .int), (.double, .double), (.text, .text),
            (.date, .date), (.bytes, .bytes), (.reference, .reference), (.location, .location),
            (.asset, .asset):
            true
        default: false  // Two of different kinds.
        }
    }
}
