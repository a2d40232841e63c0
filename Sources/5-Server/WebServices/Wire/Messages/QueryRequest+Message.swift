package import PredicateCore
package import RecordCore
import RecordJSON
import RecordService

extension QueryRequest: WireObject {
    package static var blank: Self { Self(nil) }

    /// The body of `records/query`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        let home = zone
        try m.member(
            "query", &query, isLate: true, isWritten: query != nil,
            reading: { reader throws(WireError) in
                try WireQuery(from: &reader, zone: home ?? .default)
            },
            writing: { $0?.write(to: &$1) })
        try m.member("zoneID", &zone)
        try m.limit("resultsLimit", &limit)
        try options.members(&m)
        try m.member("zoneWide", &isZoneWide, unless: false)
        try m.member("continuationMarker", &marker)
        try m.require(query != nil || marker != nil, "query")
    }
}

/// The members of something that is read by the zone of the request.
private protocol ZonedMembers: WireObject {
    associatedtype Content
    var content: Content { get set }
    var zone: ZoneID { get set }
}

extension ZonedMembers {
    static func read(
        _ reader: inout WireReader, _ name: StaticString, zone: ZoneID
    ) throws(WireError) -> Content {
        var members = blank
        members.zone = zone
        try MemberReader.read(&members, from: &reader, name)
        return members.content
    }
}

extension WireQuery {
    init(from reader: inout WireReader, zone: ZoneID) throws(WireError) {
        self = try Members.read(&reader, "query", zone: zone)
    }

    func write(to writer: inout JSONWriter) { Members(content: self).write(to: &writer) }

    private struct Members: ZonedMembers {
        static var blank: Self { Self(content: WireQuery("")) }

        var content: WireQuery
        var zone = ZoneID.default

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            let home = zone
            try m.member("recordType", &content.recordType)
            try m.oneOrMore(
                "filterBy", &content.filters, atMost: PredicateBounds.comparisons,
                of: { reader throws(WireError) in try WireFilter(from: &reader, zone: home) },
                writing: { $0.write(to: &$1) })
            try m.oneOrMore(
                "sortBy", &content.sorts, atMost: 100,
                of: { reader throws(WireError) in try WireSort(from: &reader, "sortBy") },
                writing: { $0.write(to: &$1) })
            try m.object("quarry") { m throws(WireError) in
                try m.member("predicate", &content.predicate)
                try m.member("profile", &content.profile)
            }
            try m.require(!content.recordType.isEmpty, "recordType")
        }
    }
}

extension QueryProfile: WireWord {}

extension WireFilter {
    init(from reader: inout WireReader, zone: ZoneID) throws(WireError) {
        self = try Members.read(&reader, "filterBy", zone: zone)
    }

    func write(to writer: inout JSONWriter) { Members(content: self).write(to: &writer) }

    /// The name of all SEARCHABLE fields together.
    static let allTokens = "allTokens"

    private struct Members: ZonedMembers {
        // A search for words without a field is one in all fields.
        static var blank: Self { Self(content: WireFilter(allTokens, .equals, WireValue(.null))) }

        var content: WireFilter
        var zone = ZoneID.default

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            let home = zone
            let isNamed = try m.fieldName(&content.field, &content.isSystemField)
            try m.require(try m.known("comparator", &content.comparator), "comparator")
            let comparator = content.comparator
            let isSearch = comparator == .containsAllTokens || comparator == .containsAnyTokens
            try m.require(isNamed || isSearch, "fieldName")
            try m.member(
                "fieldValue", &content.value,
                reading: { reader throws(WireError) in
                    try WireValue(from: &reader, "fieldValue", zone: home)
                },
                writing: { $0.write(to: &$1) })
            try m.member("distance", &content.distance)
        }
    }
}

extension WireFilter.Comparator: WireWord {}

extension WireSort: WireObject {
    package static var blank: Self { Self("") }

    /// `{"fieldName":…,"ascending":…}`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.require(try m.fieldName(&field, &isSystemField), "fieldName")
        try m.member("ascending", &isAscending)
        try m.member(
            "relativeLocation", &relativeLocation, isWritten: relativeLocation != nil,
            reading: { reader throws(WireError) in try WireSort.location(&reader) },
            writing: { location, writer in
                guard let location else { return }
                ValueWriter(isExact: true).write(location, to: &writer)
            })
        try m.object("quarry", isWritten: textOrder != .literal) { m throws(WireError) in
            try m.member("textOrder", &textOrder)
        }
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
}

extension Ordering.TextOrder: WireWord {}

extension WireMembers {
    /// The name of a field or of a system field, under one name or the other.
    fileprivate mutating func fieldName(
        _ field: inout String, _ isSystem: inout Bool
    ) throws(WireError) -> Bool {
        let isField = try visit(
            "fieldName", isLate: false, isWritten: !isSystem,
            read: { reader throws(WireError) in
                guard let text = try reader.text("fieldName") else { return false }
                (field, isSystem) = (text, false)
                return true
            },
            write: { $0.append(text: field) })
        let isSystemField = try visit(
            "systemFieldName", isLate: false, isWritten: isSystem,
            read: { reader throws(WireError) in
                guard let text = try reader.text("systemFieldName") else { return false }
                (field, isSystem) = (text, true)
                return true
            },
            write: { $0.append(text: field) })
        return isField || isSystemField
    }

    /// An array of which one element may stand without the array; none is not written.
    fileprivate mutating func oneOrMore<T>(
        _ name: StaticString, _ list: inout [T], atMost limit: Int,
        of element: (inout WireReader) throws(WireError) -> T,
        writing: (T, inout JSONWriter) -> Void
    ) throws(WireError) {
        _ = try visit(
            name, isLate: false, isWritten: !list.isEmpty,
            read: { reader throws(WireError) in
                list = []
                try reader.oneOrMore(name.description, atMost: limit) { reader throws(WireError) in
                    list.append(try element(&reader))
                }
                return true
            },
            write: { $0.append(array: list) { writing($1, &$0) } })
    }
}

extension WireReader {
    /// A number of results; nil of `null`.
    mutating func limit(_ name: @autoclosure () -> String) throws(WireError) -> Int? {
        guard let number = try integer(name()) else { return nil }
        guard number > 0 else { throw wrong(name(), "greater than 0") }
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
