import RecordCore

/// Searches by distance and by words.
extension PredicateLowering {
    /// The metres from a location field to a point, compared with a constant.
    func distance(
        _ storage: FieldStorage, _ point: Location, _ op: Operator, _ metres: Value
    ) -> Condition {
        let latitude = column(storage.latitudeColumn)
        let longitude = column(storage.longitudeColumn)
        if metres.isNull {
            switch op.family {
            case .equality(.equal), .order(.lessOrEqual), .order(.greaterOrEqual):
                return Condition(sql: "\(latitude) IS NULL")
            case .equality(.notEqual): return Condition(sql: "\(latitude) IS NOT NULL")
            case .order(.less), .order(.greater): return .fails
            case .range, .membership, .substring, .pattern, .token, .custom:
                return .unknown
            }
        }
        guard point.latitude.isFinite, point.longitude.isFinite,
            let question = NumberBound.comparison(op, metres, isInteger: false),
            case .compare(let op, .double(let radius)) = question, let sign = op.sign
        else { return .unknown }
        let exact = dialect.call(
            .distance,
            [
                latitude, longitude, .value(.double(point.latitude)),
                .value(.double(point.longitude)),
            ]
        ).map { call -> Condition in
            switch op.family {
            case .equality(.notEqual):
                Condition(sql: dialect.different(call, .value(.double(radius))))
            case .equality(.equal), .order, .range, .membership, .substring, .pattern, .token,
                .custom:
                Condition(sql: "\(call) \(raw: sign) \(radius)", isNullable: true)
            }
        }
        let whole = exact ?? .unknown
        switch op.family {
        case .order(.less), .order(.lessOrEqual): break
        case .equality, .order(.greater), .order(.greaterOrEqual), .range, .membership, .substring,
            .pattern, .token, .custom:
            return whole
        }
        guard storage.field.indexes.contains(.queryable), !avoidsIndexes,
            let ranges = LocationGrid.ranges(
                around: point.latitude, point.longitude, within: radius)
        else { return whole }
        if ranges.isEmpty { return .fails }
        if let within = dialect.isWithin(.identifier(storage.cellColumn), ranges) {
            return Condition(
                sql: exact.map { "\(within) AND \($0.sql)" } ?? within, isExact: exact != nil,
                isNullable: true,
                drivers: [Condition.Driver(column: storage.cellColumn, isEquality: false)])
        }
        // Rows come from the index alone, cell by cell; those in reach are looked up.
        let cells = ranges.map { range -> SQLText in
            "(\(raw: "\(range.lowerBound)"), \(raw: "\(range.upperBound)"))"
        }.joined(", ")
        let near: SQLText = """
            SELECT \(selectedKey) FROM (VALUES \(cells)) AS \(ident: "_cells") \
            CROSS JOIN \(ident: layout.table) WHERE \(place) \
            AND \(ident: storage.cellColumn) >= \(ident: "column1") \
            AND \(ident: storage.cellColumn) <= \(ident: "column2")
            """
        let inReach: SQLText = exact.map { "\(near) AND \($0.sql)" } ?? near
        return listed(inReach, isExact: exact != nil)
    }

    /// Every one of some words is among the words of the record.
    func tokens(_ op: Operator, _ words: [Value]) -> Condition {
        guard case .tokenMatches = op, let table = layout.tokensTable,
            let words = folded(words)
        else { return .unknown }
        if words.isEmpty { return .holds }
        let found = dialect.rows(
            withTokens: words, in: table, databases: databases, zones: zones.map(\.number))
        return listed(found, isExact: true)
    }

    /// Every one of some words is among the words of one field: the table of words knows the
    /// record, the evaluator the field.
    func tokens(of storage: FieldStorage, _ words: [Value]) -> Condition {
        guard storage.field.indexes.contains(.searchable) else { return .unknown }
        return tokens(.tokenMatches, words).asSuperset()
    }

    private func folded(_ words: [Value]) -> [String]? {
        var tokens: [String] = []
        var seen: Set<String> = []
        for word in words {
            guard case .text(let text) = word else { return nil }
            for token in Tokenizer.tokens(of: text) where seen.insert(token).inserted {
                tokens.append(token)
            }
        }
        return tokens
    }
}
