import Foundation
import PredicateCore
package import RecordCore
package import RecordJSON
import RecordService

extension QueryRequest: WireMessage {
    /// Reads the body of `records/query`; throws `BAD_REQUEST` without a query and a marker.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(nil)
        var question: WireReader?
        try reader.members("request") { reader, key throws(WireError) in
            switch key {
            case "query": question = try reader.pass()
            case "zoneID": zone = try reader.zone("zoneID")
            case "zoneWide": isZoneWide = try reader.flag("zoneWide") ?? false
            case "resultsLimit": limit = try reader.limit("resultsLimit")
            case "continuationMarker": marker = try reader.text("continuationMarker")
            default:
                if try !reader.option(key, &options) { try reader.skip() }
            }
        }
        if var question, try !question.null() {
            query = try WireQuery(from: &question, zone: zone ?? .default)
        }
        if query == nil, marker == nil { throw .missing("query") }
    }

    /// Appends the body of `records/query`: `{"query":{…},…}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        if let query {
            writer.append(raw: #""query":"#)
            query.write(to: &writer)
            writer.append(byte: UInt8(ascii: ","))
        }
        writer.append(zone: zone, limit: limit, options: options)
        if isZoneWide { writer.append(raw: #""zoneWide":true,"#) }
        if let marker {
            writer.append(raw: #""continuationMarker":"#)
            writer.append(text: marker)
        }
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension WireQuery {
    init(from reader: inout WireReader, zone: ZoneID) throws(WireError) {
        self.init("")
        var hasType = false
        try reader.members("query") { reader, key throws(WireError) in
            switch key {
            case "recordType":
                recordType = try reader.text("recordType") ?? ""
                hasType = !recordType.isEmpty
            case "filterBy":
                filters = []
                let most = PredicateBounds.comparisons
                try reader.oneOrMore("filterBy", atMost: most) { reader throws(WireError) in
                    filters.append(try WireFilter(from: &reader, zone: zone))
                }
            case "sortBy":
                sorts = []
                try reader.oneOrMore("sortBy", atMost: 100) { reader throws(WireError) in
                    sorts.append(try WireSort(from: &reader))
                }
            case "quarry":
                try reader.members("quarry") { reader, key throws(WireError) in
                    switch key {
                    case "predicate": predicate = try reader.text("predicate")
                    case "profile":
                        profile = try reader.text("profile").flatMap { QueryProfile(wireName: $0) }
                    default: try reader.skip()
                    }
                }
            default: try reader.skip()
            }
        }
        guard hasType else { throw .missing("recordType") }
    }

    func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"recordType":"#)
        writer.append(text: recordType)
        if !filters.isEmpty {
            writer.append(raw: #","filterBy":"#)
            writer.append(array: filters) { $1.write(to: &$0) }
        }
        if !sorts.isEmpty {
            writer.append(raw: #","sortBy":"#)
            writer.append(array: sorts) { $1.write(to: &$0) }
        }
        if predicate != nil || profile != nil {
            writer.append(raw: #","quarry":{"#)
            if let predicate {
                writer.append(raw: #""predicate":"#)
                writer.append(text: predicate)
                writer.append(byte: UInt8(ascii: ","))
            }
            if let profile {
                writer.append(raw: #""profile":"#)
                writer.append(text: profile.wireName)
            }
            writer.closeList()
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension QueryProfile {
    /// The name on the wire.
    var wireName: String {
        switch self {
        case .everything: "everything"
        case .cloudKit: "cloudKit"
        case .cloudKitOriginal: "cloudKitOriginal"
        case .webServices: "webServices"
        }
    }

    /// The profile of a name, or nil.
    package init?(wireName: String) {
        guard let profile = QueryProfile.allCases.first(where: { $0.wireName == wireName }) else {
            return nil
        }
        self = profile
    }
}

extension WireFilter {
    init(from reader: inout WireReader, zone: ZoneID) throws(WireError) {
        var name: String?
        var isSystem = false
        var comparator: Comparator?
        var value = WireValue(.null)
        var distance: Double?
        try reader.members("filterBy") { reader, key throws(WireError) in
            switch key {
            case "fieldName":
                if let text = try reader.text("fieldName") { (name, isSystem) = (text, false) }
            case "systemFieldName":
                if let text = try reader.text("systemFieldName") {
                    (name, isSystem) = (text, true)
                }
            case "comparator":
                guard let text = try reader.text("comparator") else { return }
                guard let known = Comparator(rawValue: text) else {
                    throw .badRequest(
                        "BadRequestException: Unexpected input: no such comparator: "
                            + text.prefix(40))
                }
                comparator = known
            case "fieldValue": value = try WireValue(from: &reader, "fieldValue", zone: zone)
            case "distance": distance = try reader.double("distance")
            default: try reader.skip()
            }
        }
        guard let comparator else { throw .missing("comparator") }
        if name == nil, comparator == .containsAllTokens || comparator == .containsAnyTokens {
            // A search for words without a field is one in all fields.
            name = WireFilter.allTokens
        }
        guard let name else { throw .missing("fieldName") }
        self.init(name, comparator, value, isSystemField: isSystem, distance: distance)
    }

    /// The name of all SEARCHABLE fields together.
    static let allTokens = "allTokens"

    func write(to writer: inout JSONWriter) {
        writer.append(raw: isSystemField ? #"{"systemFieldName":"# : #"{"fieldName":"#)
        writer.append(text: field)
        writer.append(raw: #","comparator":"#)
        writer.append(text: comparator.rawValue)
        writer.append(raw: #","fieldValue":"#)
        value.write(to: &writer)
        if let distance {
            writer.append(raw: #","distance":"#)
            writer.append(number: distance)
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension WireSort {
    init(from reader: inout WireReader) throws(WireError) {
        self.init("")
        var hasName = false
        try reader.members("sortBy") { reader, key throws(WireError) in
            switch key {
            case "fieldName", "systemFieldName":
                let isSystem = "systemFieldName" ~= key
                guard let text = try reader.text("fieldName") else { return }
                (field, isSystemField, hasName) = (text, isSystem, true)
            case "ascending": isAscending = try reader.flag("ascending") ?? true
            case "relativeLocation":
                relativeLocation = try WireSort.location(&reader)
            case "quarry":
                try reader.members("quarry") { reader, key throws(WireError) in
                    guard "textOrder" ~= key else { return try reader.skip() }
                    textOrder =
                        try reader.text("textOrder").flatMap { .init(rawValue: $0) } ?? .literal
                }
            default: try reader.skip()
            }
        }
        guard hasName else { throw .missing("fieldName") }
    }

    /// A point, bare or as `{"value": {…}, "type": "LOCATION"}`.
    private static func location(_ reader: inout WireReader) throws(WireError) -> Location? {
        if try reader.null() { return nil }
        var place = try reader.pass()
        let from = place
        guard place.cursor.kind == .object else {
            throw reader.wrong("relativeLocation", "a location")
        }
        if let location = try ValueReader(zone: .default).location(&place) { return location }
        place = from
        if case .location(let location) = try WireValue(
            from: &place, "relativeLocation", zone: .default
        ).value {
            return location
        }
        throw reader.wrong("relativeLocation", "a location")
    }

    func write(to writer: inout JSONWriter) {
        writer.append(raw: isSystemField ? #"{"systemFieldName":"# : #"{"fieldName":"#)
        writer.append(text: field)
        writer.append(raw: #","ascending":"#)
        writer.append(flag: isAscending)
        if let relativeLocation {
            writer.append(raw: #","relativeLocation":"#)
            ValueWriter(isExact: true).write(relativeLocation, to: &writer)
        }
        if textOrder != .literal {
            writer.append(raw: #","quarry":{"textOrder":"#)
            writer.append(text: textOrder.rawValue)
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension WireReader {
    /// A number of results; nil of `null`.
    mutating func limit(_ name: String) throws(WireError) -> Int? {
        guard let number = try integer(name) else { return nil }
        guard number > 0 else { throw wrong(name, "greater than 0") }
        return Int(clamping: number)
    }

    /// The members of an array, or one object that stands for an array of one.
    mutating func oneOrMore(
        _ name: String, atMost limit: Int,
        _ body: (inout WireReader) throws(WireError) -> Void
    ) throws(WireError) {
        if cursor.kind == .object {
            // `{}` is how one client says that there are none.
            var copy = self
            var isEmpty = true
            try copy.members(name) { reader, _ throws(WireError) in
                isEmpty = false
                try reader.skip()
            }
            if isEmpty { return try skip() }
            return try body(&self)
        }
        try elements(name, atMost: limit, body)
    }
}

extension JSONWriter {
    /// Appends what many requests say, each member with a comma behind it.
    mutating func append(zone: ZoneID?, limit: Int?, options: RecordOptions) {
        if let zone {
            append(raw: #""zoneID":"#)
            append(zone)
            append(byte: UInt8(ascii: ","))
        }
        if let limit {
            append(raw: #""resultsLimit":"#)
            append(integer: Int64(limit))
            append(byte: UInt8(ascii: ","))
        }
        if let keys = options.desiredKeys {
            append(raw: #""desiredKeys":"#)
            append(texts: keys)
            append(byte: UInt8(ascii: ","))
        }
        if options.numbersAsStrings { append(raw: #""numbersAsStrings":true,"#) }
        if options.isExact { append(raw: #""quarry":{"exact":true},"#) }
    }
}
