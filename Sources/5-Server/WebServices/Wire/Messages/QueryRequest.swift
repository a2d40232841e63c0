package import PredicateCore
package import RecordCore

/// The body of `records/query`.
///
///     {"query": {"recordType": "City", "filterBy": […], "sortBy": […]}, "resultsLimit": 100}
package struct QueryRequest: Hashable, Sendable {
    /// The query; nil only where a marker continues an earlier one.
    package var query: WireQuery?
    /// Where to look, unless ``isZoneWide`` is set; nil is the default zone.
    package var zone: ZoneID?
    /// Whether every zone of the database is searched.
    package var isZoneWide: Bool
    /// How many records at most; a server gives 200, or 1000 to our own client, and no more.
    package var limit: Int?
    /// Where an earlier reply stopped.
    package var marker: String?
    /// What the records of the reply hold.
    package var options: RecordOptions

    /// A request for the first page of a query, or with a marker for the next page.
    package init(
        _ query: WireQuery?, zone: ZoneID? = nil, isZoneWide: Bool = false, limit: Int? = nil,
        marker: String? = nil, options: RecordOptions = RecordOptions()
    ) {
        self.query = query
        self.zone = zone
        self.isZoneWide = isZoneWide
        self.limit = limit
        self.marker = marker
        self.options = options
    }
}

/// A query in the form of the web services.
package struct WireQuery: Hashable, Sendable {
    /// The record type asked for.
    package var recordType: String
    /// What must hold of a record, all of it.
    package var filters: [WireFilter]
    /// The sort terms, the most significant first; empty for no order.
    package var sorts: [WireSort]
    /// The predicate as format text, which our own client sends instead of filters.
    package var predicate: String?
    /// What the predicate may say; nil is ``QueryProfile/webServices``.
    package var profile: QueryProfile?

    /// A query for records of a type; without filters every record of the type matches.
    package init(
        _ recordType: String, filters: [WireFilter] = [], sorts: [WireSort] = [],
        predicate: String? = nil, profile: QueryProfile? = nil
    ) {
        self.recordType = recordType
        self.filters = filters
        self.sorts = sorts
        self.predicate = predicate
        self.profile = profile
    }
}

/// One condition: `{"fieldName": "name", "comparator": "EQUALS", "fieldValue": {…}}`.
package struct WireFilter: Hashable, Sendable {
    /// The field, or the system field.
    package var field: String
    /// Whether the name is that of a system field.
    package var isSystemField: Bool
    /// How it is compared.
    package var comparator: Comparator
    /// The value that the field is compared to.
    package var value: WireValue
    /// The greatest distance in metres, for ``Comparator/near``; nil for other comparators.
    package var distance: Double?

    /// A condition that compares a field, or a system field, to a value.
    package init(
        _ field: String, _ comparator: Comparator, _ value: WireValue,
        isSystemField: Bool = false, distance: Double? = nil
    ) {
        self.field = field
        self.comparator = comparator
        self.value = value
        self.isSystemField = isSystemField
        self.distance = distance
    }

    /// How a field is compared to a value.
    package enum Comparator: String, CaseIterable, Hashable, Sendable {
        case equals = "EQUALS"
        case notEquals = "NOT_EQUALS"
        case lessThan = "LESS_THAN"
        case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
        case greaterThan = "GREATER_THAN"
        case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
        /// Within a distance of a point.
        case near = "NEAR"
        /// Every word of the value.
        case containsAllTokens = "CONTAINS_ALL_TOKENS"
        /// At least one word of the value.
        case containsAnyTokens = "CONTAINS_ANY_TOKENS"
        case `in` = "IN"
        case notIn = "NOT_IN"
        case listContains = "LIST_CONTAINS"
        case notListContains = "NOT_LIST_CONTAINS"
        case listContainsAny = "LIST_CONTAINS_ANY"
        case notListContainsAny = "NOT_LIST_CONTAINS_ANY"
        case listContainsAll = "LIST_CONTAINS_ALL"
        case notListContainsAll = "NOT_LIST_CONTAINS_ALL"
        case beginsWith = "BEGINS_WITH"
        case notBeginsWith = "NOT_BEGINS_WITH"
        case listMemberBeginsWith = "LIST_MEMBER_BEGINS_WITH"
        case notListMemberBeginsWith = "NOT_LIST_MEMBER_BEGINS_WITH"
    }
}

/// One part of an order: `{"fieldName": "name", "ascending": false}`.
package struct WireSort: Hashable, Sendable {
    /// The field, or the system field.
    package var field: String
    /// Whether the name is that of a system field.
    package var isSystemField: Bool
    /// Whether values ascend, the smallest first; true by default.
    package var isAscending: Bool
    /// Sorts a LOCATION by its distance from here.
    package var relativeLocation: Location?
    /// How text is compared; only our own client says anything but literal.
    package var textOrder: Ordering.TextOrder

    /// One part of an order.
    package init(
        _ field: String, ascending: Bool = true, isSystemField: Bool = false,
        relativeLocation: Location? = nil, textOrder: Ordering.TextOrder = .literal
    ) {
        self.field = field
        self.isAscending = ascending
        self.isSystemField = isSystemField
        self.relativeLocation = relativeLocation
        self.textOrder = textOrder
    }
}
