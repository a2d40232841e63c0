package import PredicateCore

/// The body of `records/modify`.
///
///     {"operations": [{"operationType": "create", "record": {…}}], "atomic": false}
package struct ModifyRequest: Hashable, Sendable {
    /// What is to be done, in order.
    package var operations: [Operation]
    /// The zone of records that name none; nil is the default zone.
    package var zone: ZoneID?
    /// Whether all is done or nothing.
    ///
    /// Nil is all or nothing for each zone of the caller's own, and one by one in the default zone,
    /// which refuses true. One by one, a request may name a record several times.
    package var isAtomic: Bool?
    /// What the records of the reply hold.
    package var options: RecordOptions

    /// A request to save and delete records of a zone; a nil zone is the default zone.
    package init(
        _ operations: [Operation], zone: ZoneID? = nil, isAtomic: Bool? = nil,
        options: RecordOptions = RecordOptions()
    ) {
        self.operations = operations
        self.zone = zone
        self.isAtomic = isAtomic
        self.options = options
    }

    /// One thing to be done.
    package struct Operation: Hashable, Sendable {
        /// What is to be done.
        package var kind: Kind
        /// The record, with the fields to write.
        ///
        /// Only ``Kind/create`` may leave the name to the server. Kinds that name a version need
        /// its tag, and a record that does not exist its type.
        package var record: WireRecord
        /// The fields of this record that the reply holds; nil as the request says.
        package var desiredKeys: [String]?
        /// Whether fields that are absent keep what the store has, where the kind alone does not
        /// say it, and other things that only our own client says.
        package var hints: Hints?

        /// One thing to be done.
        package init(
            _ kind: Kind, _ record: WireRecord, desiredKeys: [String]? = nil,
            hints: Hints? = nil
        ) {
            self.kind = kind
            self.record = record
            self.desiredKeys = desiredKeys
            self.hints = hints
        }
    }

    /// What is done with a record.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Saves a record that must not exist.
        case create
        /// Changes the given fields of the version that the tag names.
        case update
        /// Changes the given fields whatever the version; creates what does not exist.
        case forceUpdate
        /// Puts the record in the place of the version that the tag names.
        case replace
        /// Puts the record in the place of whatever is there.
        case forceReplace
        /// Deletes the version that the tag names.
        case delete
        /// Deletes whatever is there.
        case forceDelete
    }

    /// What our own client says of an operation so that it means exactly what the facade means.
    package struct Hints: Hashable, Sendable {
        /// Whether fields that are absent keep their values: ``SaveRequest/Item/isPartial``.
        package var isPartial: Bool
        /// Whether the stored record keeps its parent: ``SaveRequest/Item/keepsParent``.
        package var keepsParent: Bool

        /// Hints, which only our own client sends.
        package init(isPartial: Bool, keepsParent: Bool) {
            self.isPartial = isPartial
            self.keepsParent = keepsParent
        }
    }
}

/// The body of `records/lookup`.
///
///     {"records": [{"recordName": "a"}], "zoneID": {"zoneName": "Notes"}}
package struct LookupRequest: Hashable, Sendable {
    /// The names of the records to read.
    package var items: [Item]
    /// The zone of records that name none; nil is the default zone.
    package var zone: ZoneID?
    /// What the records of the reply hold.
    package var options: RecordOptions

    /// One record that is wanted.
    package struct Item: Hashable, Sendable {
        /// The record's name, unique within its zone.
        package var name: String
        /// Its zone, where it names one.
        package var zone: ZoneID?
        /// Its fields that are wanted; nil as the request says.
        package var desiredKeys: [String]?

        /// One record that is wanted.
        package init(_ name: String, zone: ZoneID? = nil, desiredKeys: [String]? = nil) {
            self.name = name
            self.zone = zone
            self.desiredKeys = desiredKeys
        }
    }

    /// A request to read records by name; a nil zone is the default zone.
    package init(
        _ items: [Item], zone: ZoneID? = nil, options: RecordOptions = RecordOptions()
    ) {
        self.items = items
        self.zone = zone
        self.options = options
    }
}
