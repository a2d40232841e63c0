import Synchronization

extension RecordStore {
    /// Calculated results, from records that are read one after the other.
    ///
    /// A store with SQL answers by SQL. This is for the others: a server as a store sends the
    /// matching records page by page, with the fields that are needed.
    public func summarize(
        _ query: RecordSummaryQuery, in scope: DatabaseScope
    ) async throws -> [[Value]] {
        let checked = try QueryChecker.check(
            query, schema: try await schema(), environment: environment, limits: limits)
        return try await fold(checked, in: scope)
    }

    /// Results calculated from records that are read one after the other.
    func fold(_ checked: CheckedSummary, in scope: DatabaseScope) async throws -> [[Value]] {
        var records = checked.query.records
        records.ordering = []
        records.limit = nil
        records.offset = 0
        records.desiredKeys = checked.records.query.desiredKeys
        let fold = Mutex(checked.fold)
        try await forEach(records, in: scope) { record in
            try fold.withLock { try checked.add(record, to: &$0) }
            return true
        }
        return try fold.withLock { try checked.results(of: $0) }
    }
}

extension CheckedSummary {
    /// A fold without any records.
    public var fold: SummaryFold { SummaryFold(groups: groups.count, columns) }

    /// Adds a record, with names as the requesting user sees them.
    public func add(_ record: Record, to fold: inout SummaryFold) throws(EvaluationError) {
        try fold.add(
            group: groups.map { $0.value(of: record) },
            inputs: inputs.map { $0.value(of: record) })
    }

    /// A page of the results in order.
    public func results(of fold: SummaryFold) throws(EvaluationError) -> [[Value]] {
        try fold.results(
            orderedBy: ordering, limit: query.records.limit, offset: query.records.offset)
    }

    /// A page of results that were calculated elsewhere.
    public func page(_ results: [SummaryFold.Result]) -> [[Value]] {
        SummaryFold.page(
            results, orderedBy: ordering, limit: query.records.limit,
            offset: query.records.offset)
    }
}

extension CheckedSummary.Key {
    /// The value that a record has under the key.
    fileprivate func value(of record: Record) -> Value {
        switch key {
        case .field(let field): return record.fields[field.name] ?? .null
        case .tokens: return .null  // Not among the keys that the check knows.
        case .system(.recordID): return .text(record.id.name)
        case .system(.createTime): return record.system.map { .date($0.created) } ?? .null
        case .system(.modTime): return record.system.map { .date($0.modified) } ?? .null
        case .system(.createdBy): return record.system.map { .text($0.createdBy) } ?? .null
        case .system(.modifiedBy): return record.system.map { .text($0.modifiedBy) } ?? .null
        case .system(.etag): return record.system.map { .text($0.changeTag) } ?? .null
        }
    }
}
