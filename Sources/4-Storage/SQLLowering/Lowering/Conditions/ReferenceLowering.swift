import RecordCore

/// Comparisons of pointers.
extension PredicateLowering {
    /// The value points at one of some constants.
    func pointers(_ scalar: ScalarOperand, _ op: Operator, _ values: [Value]) -> Condition {
        let ids = values.compactMap { value in
            // Nothing else is ever equal to a pointer.
            if case .reference(let reference) = value { reference.recordID } else { nil }
        }
        return references(scalar, op, ids)
    }

    /// The value points at one of some records (or, for `!=`, not at the one).
    func references(_ scalar: ScalarOperand, _ op: Operator, _ ids: [RecordID]) -> Condition {
        switch op.family {
        case .equality(.equal): return points(scalar, at: ids)
        case .equality(.notEqual): return points(scalar, at: ids).negated()
        case .order, .range, .membership, .substring, .pattern, .token, .custom:
            return .unknown
        }
    }

    private func points(_ scalar: ScalarOperand, at ids: [RecordID]) -> Condition {
        // In the order in which zones first appear.
        var zones: [ZoneID] = []
        var names: [ZoneID: [Value]] = [:]
        for id in ids {
            if names[id.zone] == nil { zones.append(id.zone) }
            names[id.zone, default: []].append(.text(id.name))
        }
        return any(
            zones.map { zone in
                let name = isMember(scalar, names[zone] ?? [], kind: .text)
                return .all([name, place(scalar, in: zone)])
            })
    }

    /// The zone of what is pointed at.
    private func place(_ scalar: ScalarOperand, in zone: ZoneID) -> Condition {
        switch scalar.kind {
        case .reference(let column):
            return place(zone, own: "\(column) IS NULL", other: column, nullable: true)
        case .memberReference(let column):
            return place(zone, own: "\(column) = ''", other: column, nullable: false)
        case .int, .double, .text, .date, .bytes, .location, .asset, .number, .seconds, .uuid,
            .url, .decimal, .near, .object, .entity:
            return .unknown
        }
    }

    private func place(_ zone: ZoneID, own: SQLText, other: SQLText, nullable: Bool) -> Condition {
        var parts: [Condition] = []
        var texts: [String] = []
        for holder in zones {
            if let text = ZoneCoding.encode(zone, from: holder.id) {
                if !texts.contains(text) { texts.append(text) }
            } else {
                parts.append(
                    Condition(
                        sql: zones.count == 1
                            ? own : "\(own) AND \(SystemColumn.zone.sql) = \(holder.number)"))
            }
        }
        parts += texts.map { Condition(sql: "\(other) = \($0)", isNullable: nullable) }
        return .any(parts)
    }
}
