#if Server
import RecordJSON
import Foundation
import PredicateCore
import WebServices

/// One `--filters`: `FIELD_NAME FILTER_TYPE FILTER_VALUE`.
///
///     try CKToolFilter("latteCost > 4.60")
///     // {"fieldName":"latteCost","comparator":"GREATER_THAN","fieldValue":{"value":4.6,…}}
struct CKToolFilter {
    private static let signs = [
        "==": "EQUALS", "=": "EQUALS", "!=": "NOT_EQUALS", "<>": "NOT_EQUALS", "<": "LESS_THAN",
        "<=": "LESS_THAN_OR_EQUALS", ">": "GREATER_THAN", ">=": "GREATER_THAN_OR_EQUALS",
        "LIST_NOT_CONTAINS_ANY": "NOT_LIST_CONTAINS_ANY",
        "LIST_NOT_CONTAINS": "NOT_LIST_CONTAINS",
    ]
    /// Fields that every record has, by what they are called in filters and in schemas.
    private static let systemFields = [
        "recordName": "recordName", "___recordID": "recordName",
        "createdTimestamp": "createdTimestamp", "___createTime": "createdTimestamp",
        "modifiedTimestamp": "modifiedTimestamp", "___modTime": "modifiedTimestamp",
        "createdUserRecordName": "createdUserRecordName", "___createdBy": "createdUserRecordName",
        "modifiedUserRecordName": "modifiedUserRecordName",
        "___modifiedBy": "modifiedUserRecordName", "share": "share", "parent": "parent",
    ]

    /// As it goes over the wire.
    let json: OrderedJSON

    /// Reads a filter.
    ///
    /// - Throws: ``Failure`` with the text.
    init(_ text: String) throws {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count >= 2 else {
            throw Failure(
                .usage, "\(text) is no filter",
                advice: "A filter is FIELD OPERATOR VALUE: \"pageCount > 100\".")
        }
        let field = String(parts[0])
        let sign = String(parts[1])
        let comparator = CKToolFilter.signs[sign.uppercased()] ?? sign.uppercased()
        guard WireFilter.Comparator(rawValue: comparator) != nil else {
            throw Failure(
                .usage, "\(text): there is no operator \(sign)",
                advice: "Operators are == != < <= > >= NEAR CONTAINS_ALL_TOKENS "
                    + "CONTAINS_ANY_TOKENS IN NOT_IN LIST_CONTAINS LIST_CONTAINS_ANY "
                    + "LIST_NOT_CONTAINS_ANY BEGINS_WITH and so on.")
        }
        var words = parts.count > 2 ? String(parts[2]) : ""
        var metres: Double?
        if comparator == "NEAR" {
            // A point, and how many metres from it where that is said.
            let numbers = words.split(separator: ",").map(String.init)
            if numbers.count == 3, let distance = Double(numbers[2]) {
                words = numbers[0] + "," + numbers[1]
                metres = distance
            }
        }
        let system = CKToolFilter.systemFields[field]
        let isReference = ["recordName", "createdUserRecordName", "modifiedUserRecordName"]
            .contains(system ?? "")
        json = [
            "systemFieldName": .text(system), "fieldName": .text(system == nil ? field : nil),
            "comparator": .text(comparator), "distance": .double(metres),
            "fieldValue": try CKToolFilter.value(words, isReference: isReference),
        ]
    }

    /// A value with its type: the one before a colon, else the one that it looks like.
    private static func value(_ text: String, isReference: Bool) throws -> OrderedJSON {
        if let colon = text.firstIndex(of: ":"),
            let type = CKToolValues.wireType(String(text[..<colon]))
        {
            let rest = String(text[text.index(after: colon)...])
            let isList = type.hasSuffix("_LIST")
            let members = isList ? rest.split(separator: ",").map(String.init) : [rest]
            let kind = isList ? String(type.dropLast(5)) : type
            let values = try members.map { try explicit($0, kind) }
            return [
                "value": .value(isList ? .list(values) : values.first ?? .null),
                "type": .text(type),
            ]
        }
        if isReference {
            return [
                "value": .value(.dictionary(["recordName": .text(unquoted(text))])),
                "type": "REFERENCE",
            ]
        }
        let (value, type) = implicit(text)
        return ["value": .value(value), "type": .text(type)]
    }

    private static func explicit(_ text: String, _ type: String) throws -> Value {
        switch type {
        case "INT64":
            guard let number = Int64(text) else {
                throw Failure(.usage, "\(text) is no whole number")
            }
            return .int(number)
        case "DOUBLE":
            guard let number = Double(text) else { throw Failure(.usage, "\(text) is no number") }
            return .double(number)
        case "LOCATION":
            guard let point = point(text) else {
                throw Failure(
                    .usage, "\(text) is no point", advice: "A point is latitude,longitude.")
            }
            return point
        default: return try CKToolValues.wire(.text(text), type, "--filters", [:])
        }
    }

    /// What a value looks like: a number, an instant, a point, or text.
    private static func implicit(_ text: String) -> (Value, type: String) {
        if let whole = Int64(text) { return (.int(whole), "INT64") }
        if text.contains(where: \.isNumber), let number = Double(text), number.isFinite {
            return (.double(number), "DOUBLE")
        }
        if let date = CKToolDate.date(text) {
            return (.int(Int64((date.timeIntervalSince1970 * 1000).rounded())), "TIMESTAMP")
        }
        if let point = point(text) { return (point, "LOCATION") }
        return (.text(unquoted(text)), "STRING")
    }

    private static func point(_ text: String) -> Value? {
        guard case .location(let place)? = RecordJSON.location(text) else { return nil }
        return .dictionary([
            "latitude": .double(place.latitude), "longitude": .double(place.longitude),
        ])
    }

    private static func unquoted(_ text: String) -> String {
        text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
            ? String(text.dropFirst().dropLast()) : text
    }

    /// One `--sort-by`: a field, and `ASC` or `DESC` after it.
    static func sorts(_ words: [String]) -> [OrderedJSON] {
        // Directions may stand in the same word or in the next.
        let parts = words.flatMap { $0.split(whereSeparator: { $0 == " " || $0 == "," }) }
        var sorts: [(field: String, isAscending: Bool)] = []
        for part in parts {
            switch part.uppercased() {
            case "ASC", "ASCENDING": if !sorts.isEmpty { sorts[sorts.count - 1].isAscending = true }
            case "DESC", "DESCENDING":
                if !sorts.isEmpty { sorts[sorts.count - 1].isAscending = false }
            default: sorts.append((String(part), true))
            }
        }
        return sorts.map { sort in
            let system = systemFields[sort.field]
            return [
                "systemFieldName": .text(system),
                "fieldName": .text(system == nil ? sort.field : nil),
                "ascending": .bool(sort.isAscending),
            ]
        }
    }
}
#endif
