/// A record as predicates and orderings see it.
///
///     if case .int(let population) = RecordFields.accessor(for: "population", in: checked) {
///         try population(record)  // 134591
///     }
///     RecordFields.searchableTexts(of: record, type: checked.type)  // ["Bern"]
///
/// System fields go by the first of ``SystemField/queryNames``. Identifiers are text: the name
/// of the record or of the user. `allTokens` is the list of all texts of SEARCHABLE fields.
/// Every store decides by these accessors whatever it evaluates in memory.
public enum RecordFields {
    /// How the key of a checked query is read; nil for a key that the query does not have.
    ///
    ///     RecordFields.accessor(for: "population", in: checked)  // .int { … }
    public static func accessor(
        for key: String, in checked: CheckedQuery
    ) -> FieldAccessor<Record>? {
        checked.keys[key].map { accessor(for: $0, named: key, type: checked.type) }
    }

    /// How what a key stands for is read from a record of a type.
    public static func accessor(
        for key: ResolvedKey, named name: String, type: RecordType
    ) -> FieldAccessor<Record> {
        switch key {
        case .field(let field): return accessor(for: field)
        case .system(let field): return accessor(for: field)
        case .tokens:
            let searched = type.fields.filter { $0.indexes.contains(.searchable) }.map(\.name)
            return .list { record in texts(of: searched, in: record).map { .text($0) } }
        }
    }

    /// The texts of all SEARCHABLE fields of a record, lists taken apart.
    public static func searchableTexts(of record: Record, type: RecordType) -> [String] {
        texts(
            of: type.fields.filter { $0.indexes.contains(.searchable) }.map(\.name), in: record)
    }

    private static func texts(of fields: [String], in record: Record) -> [String] {
        var texts: [String] = []
        for field in fields {
            switch record.fields[field] {
            case .text(let text): texts.append(text)
            case .list(let members):
                for case .text(let text) in members { texts.append(text) }
            default: continue  // Nothing there, or something that is not text.
            }
        }
        return texts
    }

    private static func accessor(for field: Field) -> FieldAccessor<Record> {
        let name = field.name
        switch field.type {
        case .single(.int64):
            return .int { if case .int(let value) = $0.fields[name] { value } else { nil } }
        case .single(.double):
            return .double { if case .double(let value) = $0.fields[name] { value } else { nil } }
        case .single(.string):
            return .text { if case .text(let value) = $0.fields[name] { value } else { nil } }
        case .single(.timestamp):
            return .date { if case .date(let value) = $0.fields[name] { value } else { nil } }
        case .single(.bytes), .single(.location), .single(.reference), .single(.asset):
            return .value { $0.fields[name] ?? .null }
        case .list:
            return .list { if case .list(let value) = $0.fields[name] { value } else { nil } }
        }
    }

    private static func accessor(for field: SystemField) -> FieldAccessor<Record> {
        switch field {
        case .recordID: .text { $0.id.name }
        case .createTime: .date { $0.system?.created }
        case .modTime: .date { $0.system?.modified }
        case .createdBy: .text { $0.system?.createdBy }
        case .modifiedBy: .text { $0.system?.modifiedBy }
        case .etag: .text { $0.system?.changeTag }
        }
    }
}

extension EvaluationContext {
    /// How records are asked, in memory as in SQL: text is ordered by scalars.
    public static var records: EvaluationContext {
        var context = EvaluationContext()
        context.textProfile = .records
        return context
    }
}

extension CheckedQuery {
    /// The predicate, compiled for records.
    public func evaluator(
        context: EvaluationContext = .records
    ) throws(EvaluationError) -> Evaluator<Record> {
        try evaluator(of: query.predicate, context: context)
    }

    /// A part of the predicate, compiled for records: what SQL could not decide.
    public func evaluator(
        of predicate: QueryPredicate, context: EvaluationContext = .records
    ) throws(EvaluationError) -> Evaluator<Record> {
        try Evaluator<Record>(
            predicate, context: context, self: .value { .text($0.id.name) },
            field: { RecordFields.accessor(for: $0, in: self) })
    }

    /// The records in the order asked: ties by record name and zone, in the direction of the
    /// last ordering.
    public func sorted(
        _ records: [Record], context: EvaluationContext = .records
    ) throws(EvaluationError) -> [Record] {
        let ascending = query.ordering.last?.ascending ?? true
        // Places are sorted, and each record is copied once.
        let places = records.indices.sorted { a, b in
            let order = CheckedQuery.nameOrder(records[a].id, records[b].id)
            return ascending ? order == .less : order == .greater
        }
        let byName = places.map { records[$0] }
        guard !query.ordering.isEmpty else { return byName }
        return try OrderingComparator<Record>(
            query.ordering, context: context, self: .value { .text($0.id.name) },
            field: { RecordFields.accessor(for: $0, in: self) }
        ).sorted(byName)
    }

    /// Which of two records comes first by name, and of one name by zone.
    static func nameOrder(_ a: RecordID, _ b: RecordID) -> Order {
        func order(_ x: String, _ y: String) -> Order {
            TextMatching.order(x, y, Ordering.TextOrder.literal, profile: .records)
        }
        let byName = order(a.name, b.name)
        guard byName == .equal else { return byName }
        let byZone = order(a.zone.name, b.zone.name)
        return byZone == .equal ? order(a.zone.owner, b.zone.owner) : byZone
    }
}

extension Record {
    /// The record with the wanted fields only; nil means all.
    public func keeping(_ fields: [String]?) -> Record {
        guard let fields else { return self }
        var record = self
        record.fields = [:]
        for field in fields { record.fields[field] = self.fields[field] }
        if !encrypted.isEmpty { record.encrypted = encrypted.intersection(fields) }
        return record
    }
}
