public import PredicateCore
public import RecordCore
public import RecordService

extension WireQuery {
    /// The predicate that the filters, or the text, say.
    ///
    /// - Parameter type: The record type, which says what values without a type are; nil where
    ///   it is not known yet.
    /// - Throws: `BAD_REQUEST` with CloudKit's words where a value does not go with its field.
    public func queryPredicate(type: RecordType?, zone: ZoneID) throws(WireError) -> QueryPredicate {
        throw .badRequest("")
    }

    /// The order that the sorts say.
    public var ordering: [Ordering] { [] }

    /// The question for a session.
    public func serviceQuery(
        type: RecordType?, in zone: ZoneID?, limit: Int? = nil, options: RecordOptions
    ) throws(WireError) -> ServiceQuery {
        throw .badRequest("")
    }
}

extension WireRecord {
    /// The record as a store takes it.
    ///
    /// - Parameters:
    ///   - type: The record type, which says what values without a type are; nil where it is
    ///     not known yet: then the values say it.
    ///   - typeName: The name of the type where the record does not say it.
    ///   - zone: The zone of records that name none.
    /// - Throws: `BAD_REQUEST` with CloudKit's words where a value does not go with its field;
    ///   ``WireError/concernsItem`` says whether the rest of the request may go on.
    public func record(
        type: RecordType?, typeName: String? = nil, zone: ZoneID?
    ) throws(WireError) -> Record {
        throw .badRequest("")
    }

    /// What a client says of a record that it wants saved.
    public init(_ record: Record) {
        self.init()
    }
}

extension WireSubscription {
    /// The subscription as a session takes it.
    public func subscription(schema: Schema) throws(WireError) -> ServiceSubscription {
        throw .badRequest("")
    }

    /// A subscription as a session gives it.
    public init(_ subscription: ServiceSubscription) {
        self.init(nil, .database(type: nil))
    }
}

extension WireError {
    /// What an error of a session is over the wire.
    public init(_ error: ServiceError, concernsItem: Bool = false) {
        self.init(.internalError, "")
    }

    /// The error in CloudKit's own terms: exact where a server of ours said it, otherwise the
    /// nearest to code and reason.
    public var serviceError: ServiceError { ServiceError(.internalError, nil, reason) }

    /// The reply that is this error.
    ///
    /// - Parameter uuid: The name of the request.
    public func reply(uuid: String) -> WireReply { WireReply(status) }
}
