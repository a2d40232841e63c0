extension RecordSchema {
    /// The steps that make this schema another one.
    ///
    /// A field of another type is dropped and added. The built-in types of users
    /// and shares are never dropped, nor what the service itself keeps in them.
    public func changes(to target: RecordSchema) -> [SchemaChange] {
        var changes: [SchemaChange] = []
        if roles != target.roles { changes.append(.setRoles(target.roles)) }
        for name in types.keys.sorted()
        where target[name] == nil && self[name]?.isSystemType == false {
            changes.append(.dropType(name))
        }
        for (name, type) in target.types.sorted(by: { $0.key < $1.key }) {
            guard let old = self[name] else {
                changes.append(.addType(type))
                continue
            }
            let oldFields = old.fieldsByName
            let newFields = type.fieldsByName
            for field in old.fields {
                if name == Share.recordType, newFields[field.name] == nil,
                    RecordType.share.field(field.name) != nil
                {
                    continue
                }
                guard let new = newFields[field.name], new.isSameKind(as: field) else {
                    changes.append(.dropField(type: name, field: field.name))
                    continue
                }
            }
            for field in type.fields {
                guard let before = oldFields[field.name], before.isSameKind(as: field) else {
                    changes.append(.addField(type: name, field))
                    continue
                }
                if before.indexes != field.indexes {
                    changes.append(
                        .setIndexes(type: name, field: field.name, field.indexes))
                }
            }
            if old.systemIndexes != type.systemIndexes {
                changes.append(.setSystemIndexes(type: name, type.systemIndexes))
            }
            if old.grants != type.grants { changes.append(.setGrants(type: name, type.grants)) }
        }
        return changes
    }

    /// The schema after some steps.
    ///
    /// A step about a type that is not there changes nothing, and
    /// adding what exists replaces it.
    public func applying(_ changes: [SchemaChange]) -> RecordSchema {
        var schema = self
        for change in changes {
            switch change {
            case .addType(let type): schema.types[type.name] = type
            case .dropType(let name): schema.types[name] = nil
            case .addField(let type, let field):
                schema.types[type]?.fields.removeAll { $0.name == field.name }
                schema.types[type]?.fields.append(field)
            case .dropField(let type, let field):
                schema.types[type]?.fields.removeAll { $0.name == field }
            case .setIndexes(let type, let field, let indexes):
                guard
                    let place = schema.types[type]?.fields.firstIndex(where: {
                        $0.name == field
                    })
                else { continue }
                schema.types[type]?.fields[place].indexes = indexes
            case .setSystemIndexes(let type, let indexes):
                schema.types[type]?.systemIndexes = indexes
            case .setGrants(let type, let grants): schema.types[type]?.grants = grants
            case .setRoles(let roles): schema.roles = roles
            }
        }
        return schema
    }

    /// Takes the types and roles of another schema; types keep the fields that the other's lack.
    package mutating func merge(_ other: RecordSchema) {
        // A schema whose text leaves the users' type out has the built-in one.
        for (name, type) in other.types where self[name] == nil || type != RecordType.users {
            let kept = (self[name]?.fields ?? []).filter { type.field($0.name) == nil }
            var merged = type
            merged.fields += kept
            self[name] = merged
        }
        for role in other.roles where !roles.contains(role) { roles.append(role) }
    }
}

extension RecordType {
    /// The fields by name.
    var fieldsByName: [String: Field] {
        Dictionary(first: fields.map { ($0.name, $0) })
    }
}

extension Field {
    /// Whether values of one field can stay when it becomes the other.
    func isSameKind(as other: Field) -> Bool {
        type == other.type && isEncrypted == other.isEncrypted
    }
}

/// What may become of a schema, and what saving a record makes of it.
///
///     try SchemaEvolution.check([.dropType("City")], from: schema, in: .development)
///     try SchemaEvolution.check([.dropType("City")], from: schema, in: .production)
///     // the second throws StoreError, code .incompatibleSchema
public enum SchemaEvolution {
    /// Refuses steps that the environment does not allow.
    ///
    /// Production only grows: types and fields are added, indexes and grants may change.
    ///
    /// - Throws: `incompatibleSchema`, naming the type and the field; `limitExceeded` for a type
    ///   with too many fields; `invalidName`, `nameTooLong`.
    public static func check(
        _ changes: [SchemaChange], from schema: RecordSchema, in environment: StoreEnvironment,
        limits: StoreLimits = StoreLimits()
    ) throws(StoreError) {
        for change in changes {
            switch change {
            case .dropType(let type):
                if environment == .production {
                    throw StoreError(.incompatibleSchema, ["recordType": type])
                }
            case .dropField(let type, let field):
                if environment == .production {
                    throw StoreError(
                        .incompatibleSchema, ["recordType": type, "field": field])
                }
            case .addType(let type):
                try NameRule.type.check(
                    type.name, ["recordType": String(type.name.prefix(80))])
                for field in type.fields { try check(field, of: type.name) }
            case .addField(let type, let field): try check(field, of: type)
            case .setIndexes, .setSystemIndexes, .setGrants, .setRoles: continue
            }
        }
        for type in schema.applying(changes).types.values
        where type.fields.count > limits.fieldsPerType {
            throw StoreError(
                .limitExceeded,
                ["recordType": type.name, "limit": "\(limits.fieldsPerType) fields"])
        }
    }

    private static func check(_ field: Field, of type: String) throws(StoreError) {
        if field.name.hasPrefix("_") {
            throw StoreError(.fieldNameReserved, ["recordType": type, "field": field.name])
        }
        try NameRule.field.check(
            field.name, ["recordType": type, "field": String(field.name.prefix(80))])
    }

    /// What the schema lacks for the records of a request to be saved.
    ///
    /// Only the lenient development environment grows by saving; elsewhere there is nothing to
    /// do. A record that cannot be saved at all, or that the user may not save, adds nothing:
    /// ``SaveProcedure`` says why. A record that is refused for what is stored, or with another one
    /// of an atomic request, has made the schema grow. The step is additive and may be repeated.
    ///
    ///     let steps = SchemaEvolution.additions(
    ///         for: request, to: schema, in: .development, limits: limits)
    ///     // [.addType(RecordType("City", …))]
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - schema: The schema as it stands.
    ///   - environment: Whether the schema follows the records.
    ///   - limits: How much is allowed.
    ///   - isPublic: Whether the records go to the public database, where the grants of types hold.
    ///   - permissions: For another owner's database, what the user may do in each zone.
    public static func additions(
        for request: SaveRequest, to schema: RecordSchema, in environment: StoreEnvironment,
        limits: StoreLimits = StoreLimits(), isPublic: Bool = false,
        permissions: [ZoneID: ParticipantPermission]? = nil
    ) -> [SchemaChange] {
        guard environment == .development(strict: false) else {
            return shares(for: request, to: schema)
        }
        var tables: [String: [String: Field]] = [:]
        var grown: RecordSchema?
        for item in request.saves {
            let record = item.record
            let fields = tables[record.type] ?? schema[record.type]?.fieldsByName
            // Nearly every record: nothing of it is new.
            if let fields, !record.fields.keys.contains(where: { fields.index(forKey: $0) == nil })
            {
                tables[record.type] = fields
                continue
            }
            guard maySave(record, of: request, schema, isPublic, permissions) else { continue }
            let isKnown = fields != nil
            let fresh =
                record.type == Share.recordType ? RecordType.share : RecordType(record.type)
            var known = fields ?? fresh.fieldsByName
            var added: [Field] = []
            var isSound = isKnown || NameRule.type.allows(record.type)
            for (name, value) in record.fields where known[name] == nil {
                let type: FieldType
                switch FieldType.infer(from: value) {
                case .type(let found): type = found
                case .unknown:
                    guard let scalar = item.listTypes[name] else { continue }
                    type = .list(scalar)
                case .mixed, .unsupported:
                    isSound = false
                    continue
                }
                let isEncrypted = record.encrypted.contains(name)
                guard NameRule.field.allows(name), type.scalar.canBeEncrypted || !isEncrypted else {
                    isSound = false
                    continue
                }
                let own = record.type == Share.recordType ? RecordType.share.field(name) : nil
                let field =
                    own
                    ?? Field(
                        name, type, isEncrypted ? [] : .allowed(for: type),
                        isEncrypted: isEncrypted)
                known[name] = field
                added.append(field)
            }
            guard isSound, known.count <= limits.fieldsPerType else { continue }
            tables[record.type] = known
            guard !isKnown || !added.isEmpty else { continue }
            added.sort { $0.name < $1.name }
            var result = grown ?? schema
            result.types[record.type, default: fresh].fields += added
            grown = result
        }
        let steps = grown.map { schema.changes(to: $0) } ?? []
        return steps + shares(for: request, to: schema.applying(steps))
    }

    /// Whether the user may save a record, as far as that does not depend on what is stored.
    private static func maySave(
        _ record: Record, of request: SaveRequest, _ schema: RecordSchema, _ isPublic: Bool,
        _ permissions: [ZoneID: ParticipantPermission]?
    ) -> Bool {
        if let permissions {
            switch permissions[record.id.zone] {
            case nil, .readOnly: return false
            case .readWrite, .byShares: return true
            }
        }
        guard isPublic, !request.isAdministrator, record.type != RecordType.users.name else {
            return true
        }
        let type = schema[record.type] ?? RecordType(record.type)
        return type.allowsSaving(to: GrantRoles(user: request.user, request.roles))
    }

    /// The type of shares belongs to the service: it is made whatever the environment.
    private static func shares(
        for request: SaveRequest, to schema: RecordSchema
    ) -> [SchemaChange] {
        guard request.saves(recordsOf: Share.recordType) else {
            return []
        }
        guard let known = schema[Share.recordType]?.fieldsByName else {
            return [.addType(.share)]
        }
        return RecordType.share.fields.filter { known[$0.name] == nil }
            .map { .addField(type: Share.recordType, $0) }
    }
}
