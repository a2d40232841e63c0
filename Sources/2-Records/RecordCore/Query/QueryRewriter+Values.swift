extension QueryRewriter {
    /// A constant as the key's type has it; nil when no record of the zone can have it.
    ///
    /// The right sides of IN and BETWEEN are lists, each member checked.
    func constant(
        _ value: Value, for key: ResolvedKey, _ written: String, _ form: ComparisonForm
    ) throws(QueryProblem) -> Value? {
        switch form.op.family {
        case .membership(.in):
            guard case .list(let members) = value else {
                // `name IN "Bob, Ann"`: the text is found inside the other.
                if !rules.isRestricted { return try scalar(value, for: key, written, form) }
                throw mismatch(key, written, value, form, advice: "Write \(written) IN {…}.")
            }
            try checkOperator(key, written, value, form)
            if rules.isRestricted, members.count > limits.valuesPerFilter {
                throw QueryProblem(
                    .tooManyValues,
                    "Query filter exceeds the limit of values: \(limits.valuesPerFilter)",
                    part: "\(written) IN {…}",
                    advice: "Ask several queries of \(limits.valuesPerFilter) values each.")
            }
            // What is wrong with a member is not that it is no list.
            var single = form
            single.op = .equal
            var checked: [Value] = []
            checked.reserveCapacity(members.count)
            for member in members {
                if let value = try converted(member, for: key, written, single) {
                    checked.append(value)
                }
            }
            return .list(checked)
        case .range:
            guard case .list(let bounds) = value, bounds.count == 2 else {
                throw unsupported(
                    form, "BETWEEN takes two bounds.", "Write \(written) BETWEEN {low, high}.")
            }
            try checkOperator(key, written, value, form)
            let low = try converted(bounds[0], for: key, written, form) ?? .null
            let high = try converted(bounds[1], for: key, written, form) ?? .null
            return .list([low, high])
        case .equality, .order, .membership(.contains), .substring, .pattern, .token, .custom:
            return try scalar(value, for: key, written, form)
        }
    }

    /// One constant as the key's type has it; nil when no record of the zone can have it.
    func scalar(
        _ value: Value, for key: ResolvedKey, _ written: String, _ form: ComparisonForm
    ) throws(QueryProblem) -> Value? {
        try checkOperator(key, written, value, form)
        return try converted(value, for: key, written, form)
    }

    private func converted(
        _ value: Value, for key: ResolvedKey, _ written: String, _ form: ComparisonForm
    ) throws(QueryProblem) -> Value? {
        if value.isNull { return .null }
        let text: String
        switch (key, value) {
        case (.system(.recordID), .reference(let reference)):
            guard let name = try name(of: reference.recordID, form) else { return nil }
            return .text(name)
        case (.system(.createdBy), .reference(let reference)),
            (.system(.modifiedBy), .reference(let reference)):
            text = reference.recordID.name
        case (.system(.createdBy), .text(let name)), (.system(.modifiedBy), .text(let name)):
            text = name
        case (_, .reference(let reference)) where key.scalar == .reference:
            let id = names?.stored(reference.recordID) ?? reference.recordID
            return .reference(Reference(id, action: reference.action))
        case (_, .decimal), (_, .int), (_, .double):
            guard key.scalar == .int64 || key.scalar == .double else {
                throw mismatch(key, written, value, form)
            }
            return value
        case (_, .text), (_, .date), (_, .bytes), (_, .location), (_, .reference):
            guard ScalarType(of: value) == key.scalar else {
                throw mismatch(key, written, value, form)
            }
            return value
        case (_, .null), (_, .uuid), (_, .url), (_, .asset), (_, .list), (_, .dictionary),
            (_, .object):
            throw mismatch(key, written, value, form)
        }
        // `ZoneID.currentOwner` stands for the user that runs the query.
        return .text(text == ZoneID.currentOwner ? user ?? text : text)
    }

    /// The name of a record in the zone that is queried; nil when it is of another zone.
    private func name(of id: RecordID, _ form: ComparisonForm) throws(QueryProblem) -> String? {
        switch zones {
        case .zone(let zone): return (names?.stored(id.zone) ?? id.zone) == zone ? id.name : nil
        case .all:
            throw unsupported(
                form, "In all zones a record is asked for by its name.",
                "Write recordName == %@, or ask in the record's zone.")
        }
    }

    /// Refuses operators that the kind of value does not have.
    private func checkOperator(
        _ key: ResolvedKey, _ written: String, _ value: Value, _ form: ComparisonForm
    ) throws(QueryProblem) {
        let isNullTest = value.isNull && (form.op == .equal || form.op == .notEqual)
        if rules.isRestricted, case .field(let field) = key, field.isEncrypted {
            throw QueryProblem(
                .typeMismatch,
                "Field '\(written)' has a value type of \(field.typeName) and cannot be "
                    + "queried using filter type \(form.op.filterName)", part: form.part)
        }
        switch form.op.family {
        case .equality:
            if key.scalar == .asset, !isNullTest {
                throw unsupported(form, "An ASSET cannot be compared.", "Compare to nil.")
            }
            if key.scalar == .location, rules.isRestricted, !isNullTest {
                throw unsupported(
                    form, "\(rules.name) compares a LOCATION by its distance only.",
                    QueryRewriter.distanceAdvice(written))
            }
        case .membership(.in) where key.scalar == .bytes && rules.isRestricted:
            throw unsupported(
                form, "\(rules.name) compares BYTES for equality only.",
                "Ask one query for each value.")
        case .membership(.in) where isListOfValues(value),
            .membership(.contains) where key.isList && form.quantifier == .direct:
            if key.scalar == .asset || (key.scalar == .location && rules.isRestricted) {
                throw unsupported(
                    form, "\(key.scalar.rawValue) values cannot be looked for in a list.", nil)
            }
        case .order, .range:
            guard key.scalar.hasOrder else {
                throw unsupported(
                    form, "\(key.scalar.rawValue) values have no order.",
                    "Compare them for equality.")
            }
        case .substring, .pattern, .membership:
            if rules.isRestricted, form.op == .contains, !key.isList {
                throw unsupported(
                    form,
                    "CONTAINS on '\(written)' needs a list; \(rules.name) cannot look "
                        + "inside text.",
                    "Use self CONTAINS for words, or BEGINSWITH for a prefix.")
            }
            guard key.scalar == .string, isTextOrNull(value) else {
                throw mismatch(key, written, value, form)
            }
        case .token: break
        case .custom:
            throw unsupported(
                form, "\(form.op.spellings[0]) means nothing to a record database.", nil)
        }
    }

    private func isListOfValues(_ value: Value) -> Bool {
        if case .list = value { true } else { false }
    }

    private func isTextOrNull(_ value: Value) -> Bool {
        switch value.kind {
        case .text, .null: true
        case .number, .date, .bytes, .scalar, .reference, .location, .asset, .list, .dictionary,
            .object:
            false
        }
    }

    func mismatch(
        _ key: ResolvedKey, _ written: String, _ value: Value, _ form: ComparisonForm,
        advice: String? = nil
    ) -> QueryProblem {
        var advice = advice
        if advice == nil, form.op == .in, !isListOfValues(value) {
            advice = "Write \(written) IN {…}."
        }
        let isWholeList = if case .list = value { key.typeName == value.typeName } else { false }
        return QueryProblem(
            .typeMismatch,
            isWholeList
                ? "Field '\(written)' is a list, and only members of a list are compared"
                : "Field '\(written)' has a value type of \(key.typeName) and cannot be queried using "
                    + "filter value type \(value.typeName)",
            part: form.part,
            advice: isWholeList
                ? "Write \(written) CONTAINS value, or ANY \(written) IN {…}."
                : advice ?? conversion(key, value))
    }

    /// What to write for a value that is almost right.
    private func conversion(_ key: ResolvedKey, _ value: Value) -> String? {
        switch (key.scalar, value) {
        case (.reference, .text): "Compare to a reference to the record."
        case (.string, .uuid): "Compare to the UUID's text."
        case (.string, .url): "Compare to the URL's text."
        case (.string, .int), (.string, .double): "Put the number in quotes."
        case (.int64, .text), (.double, .text): "Leave the quotes out."
        case (.timestamp, .text), (.timestamp, .int), (.timestamp, .double):
            "Pass a date as %@, or write CAST(seconds since 2001, \"NSDate\")."
        case (.asset, _): "An ASSET cannot be compared."
        default: nil  // Pairs for which no advice is known.
        }
    }
}

extension Operator {
    /// The operator as the web services name it, for messages.
    var filterName: String {
        switch family {
        case .equality(.equal): "EQUALS"
        case .equality(.notEqual): "NOT_EQUALS"
        case .order(.less): "LESS_THAN"
        case .order(.lessOrEqual): "LESS_THAN_OR_EQUALS"
        case .order(.greater): "GREATER_THAN"
        case .order(.greaterOrEqual): "GREATER_THAN_OR_EQUALS"
        case .membership(.in): "IN"
        case .membership(.contains): "LIST_CONTAINS"
        case .substring(.beginsWith): "BEGINS_WITH"
        case .token: "CONTAINS_ALL_TOKENS"
        case .range, .substring(.endsWith), .pattern, .custom:
            spellings[0]
        }
    }
}

extension Value {
    /// The kind of value in messages, as the live service writes it.
    var typeName: String {
        switch FieldType.infer(from: self) {
        case .type(let type): return type.name
        case .mixed: return "MIXED_LIST"
        case .unknown, .unsupported: break
        }
        return switch self {
        case .null: "NULL"
        case .list: "EMPTY_LIST"
        case .uuid: "UUID"
        case .url: "URL"
        case .dictionary: "DICTIONARY"
        case .object: "OBJECT"
        case .int, .double, .decimal, .text, .date, .bytes, .reference, .location, .asset:
            "UNKNOWN"
        }
    }
}
