import Foundation

/// Brings the fields of a record to what its type says, or says why they cannot be stored.
struct FieldCheck {
    let environment: StoreEnvironment
    let isPublic: Bool
    let limits: StoreLimits
    private var tables: [String: FieldTable] = [:]

    init(environment: StoreEnvironment, isPublic: Bool, limits: StoreLimits) {
        self.environment = environment
        self.isPublic = isPublic
        self.limits = limits
    }

    /// The fields of a record as they are stored; null stays null, for the caller to remove.
    mutating func checked(
        _ item: SaveRequest.Item, replacing previous: Record?, schema: RecordSchema
    ) throws(StoreError) -> [String: Value] {
        let record = item.record
        let fields = try table(record.type, schema: schema)
        var result = record.fields
        // Good fields that the type lacks: it is full, or did not grow because another field is at
        // fault, which is what to say then.
        var lacking: [String] = []
        for (name, value) in record.fields {
            try checkTargets(of: value, name, record, previous)
            guard let field = fields?[name] else {
                if value.isNull { continue }
                if try couldBeAdded(name, value, of: item) { lacking.append(name) }
                // An empty list without a type says nothing of the field's: there is no field
                // until something is known of it.
                result[name] = .null
                continue
            }
            if let stored = try FieldCheck.stored(value, in: field, of: record) {
                result[name] = stored
            }
            if !field.isEncrypted, record.encrypted.contains(name), !value.isNull {
                throw StoreError(
                    .encryptedNotSupported,
                    ["recordType": record.type, "field": name, "expected": field.typeName])
            }
            if field.isEncrypted, isPublic, !value.isNull {
                throw StoreError(
                    .encryptedNotSupported, ["recordType": record.type, "field": name])
            }
        }
        if let name = lacking.min() {
            throw StoreError(
                .limitExceeded,
                [
                    "recordType": record.type, "field": String(name.prefix(80)),
                    "limit": "\(limits.fieldsPerType) fields",
                ])
        }
        return result
    }

    /// Those of some fields of a type that are kept encrypted.
    mutating func encrypted(
        among fields: [String: Value], of type: String, schema: RecordSchema
    ) throws(StoreError) -> Set<String> {
        guard let names = try table(type, schema: schema)?.encrypted, !names.isEmpty else {
            return []
        }
        return names.filter { fields[$0] != nil }
    }

    /// The fields of a type, which is missing where it was not made.
    private mutating func table(
        _ name: String, schema: RecordSchema
    ) throws(StoreError) -> FieldTable? {
        if let table = tables[name] { return table }
        guard let type = schema[name] else {
            try NameRule.type.check(name, ["recordType": String(name.prefix(80))])
            switch environment {
            case .production: throw StoreError(.cannotCreateType, ["recordType": name])
            case .development(strict: true):
                throw StoreError(.typeNotFound, ["recordType": name])
            // Growth came first; a type that is still missing had only records at fault.
            case .development(strict: false): return nil
            }
        }
        let table = FieldTable(type)
        tables[name] = table
        return table
    }

    /// A type's fields by name.
    ///
    /// A dictionary of them costs more than looking through a few.
    private struct FieldTable {
        let type: RecordType
        let fields: [String: Field]?
        /// The names of those that are kept encrypted.
        let encrypted: Set<String>

        init(_ type: RecordType) {
            self.type = type
            fields = type.fields.count > 16 ? type.fieldsByName : nil
            encrypted = Set(type.fields.lazy.filter { $0.isEncrypted }.map { $0.name })
        }

        subscript(name: String) -> Field? { fields.map { $0[name] } ?? type.field(name) }
    }

    /// Refuses references to names that no record has, but for one that is stored already.
    private func checkTargets(
        of value: Value, _ field: String, _ record: Record, _ previous: Record?
    ) throws(StoreError) {
        switch value {
        case .reference(let reference):
            let name = reference.recordID.name
            // Users have an underscore before the name.
            let length = name.utf8.count - (name.hasPrefix("_") ? 1 : 0)
            guard length < 1 || length > limits.nameLength, previous?[field] != value else {
                return
            }
            throw StoreError(
                length < 1 ? .invalidName : .nameTooLong,
                [
                    "recordType": record.type, "recordName": record.id.name, "field": field,
                    "reference": String(name.prefix(80)), "limit": "\(limits.nameLength)",
                ])
        case .list(let members):
            // The members of a list are of one type.
            guard case .reference? = members.first, previous?[field] != value else { return }
            for member in members { try checkTargets(of: member, field, record, nil) }
        default: return  // Nothing else names a record.
        }
    }

    /// Refuses a field that the type does not have and cannot get; false where its value says nothing.
    private func couldBeAdded(
        _ name: String, _ value: Value, of item: SaveRequest.Item
    ) throws(StoreError) -> Bool {
        var context = ["recordType": item.record.type, "field": String(name.prefix(80))]
        guard !name.hasPrefix("_") else { throw StoreError(.fieldNameReserved, context) }
        try NameRule.field.check(name, context)
        switch environment {
        case .production: throw StoreError(.cannotChangeField, context)
        case .development(strict: true):
            context["environment"] = "development"
            throw StoreError(.cannotChangeField, context)
        case .development(strict: false): break
        }
        let inferred: ScalarType?
        switch FieldType.infer(from: value) {
        case .mixed: throw FieldCheck.mixed(value, context)
        case .unsupported: throw StoreError(.unsupportedValue, context)
        case .unknown: inferred = item.listTypes[name]
        case .type(let type): inferred = type.scalar
        }
        guard let scalar = inferred else { return false }
        guard scalar.canBeEncrypted || !item.record.encrypted.contains(name) else {
            context["encrypted"] = scalar.rawValue
            throw StoreError(.unsupportedValue, context)
        }
        return true
    }

    /// The refusal of a list whose members no type of lists holds.
    private static func mixed(_ value: Value, _ context: [String: String]) -> StoreError {
        var context = context
        guard case .list(let members) = value else { return StoreError(.mixedList, context) }
        if members.contains(where: { if case .list = $0 { true } else { false } }) {
            context["found"] = "LIST"
        } else if members.contains(where: \.isNull) {
            context["found"] = "NULL"
        }
        return StoreError(.mixedList, context)
    }

    /// The value as a field stores it; nil when it is stored as given.
    static func stored(
        _ value: Value, in field: Field, of record: Record
    ) throws(StoreError) -> Value? {
        func wrong(_ found: String) -> StoreError {
            StoreError(
                .wrongFieldType,
                [
                    "recordType": record.type, "recordName": record.id.name,
                    "field": field.name, "found": found, "expected": field.typeName,
                ])
        }
        switch (field.type, value) {
        case (_, .null): return nil
        case (.single(let type), _):
            if ScalarType(of: value) == type, isPlain(value) { return nil }
            if let converted = try converted(value, to: type, of: record, field) {
                return converted
            }
        case (.list(let type), .list(let members)):
            if members.allSatisfy({ ScalarType(of: $0) == type && isPlain($0) }) { return nil }
            var stored: [Value] = []
            stored.reserveCapacity(members.count)
            for member in members {
                if ScalarType(of: member) == type, isPlain(member) {
                    stored.append(member)
                } else if let converted = try converted(member, to: type, of: record, field) {
                    stored.append(converted)
                } else {
                    break
                }
            }
            if stored.count == members.count { return .list(stored) }
        case (.list, _): break
        }
        switch FieldType.infer(from: value) {
        case .type(let found): throw wrong(found.name)
        case .unknown: throw wrong("EMPTY_LIST")
        case .mixed: throw mixed(value, ["recordType": record.type, "field": field.name])
        case .unsupported:
            throw StoreError(.unsupportedValue, ["recordType": record.type, "field": field.name])
        }
    }

    /// Whether a value of the right kind needs no second look.
    private static func isPlain(_ value: Value) -> Bool {
        switch value.kind {
        case .number(.double(let number)): !number.isNaN && !(number == 0 && number.sign == .minus)
        case .location(let location):
            (-90...90).contains(location.latitude) && (-180...180).contains(location.longitude)
        case .number(.decimal): false
        case .asset(let asset): asset.checksum != nil && asset.size != nil && asset.content == nil
        case .null, .number(.int), .text, .date, .bytes, .scalar, .reference, .list, .dictionary,
            .object:
            true
        }
    }

    /// Integers may stand for doubles, and decimals become doubles; nothing else is converted.
    private static func converted(
        _ value: Value, to type: ScalarType, of record: Record, _ field: Field
    ) throws(StoreError) -> Value? {
        let context = ["recordType": record.type, "field": field.name]
        switch (type, value) {
        case (.double, .int(let number)): return .double(Double(number))
        case (.double, .decimal(let number)): return .double(number.nearestDouble)
        case (.asset, .asset(var asset)):
            guard asset.checksum != nil, asset.size != nil else {
                throw StoreError(.assetNotAvailable, context)
            }
            asset.content = nil
            return .asset(asset)
        // SQLite keeps no sign of a zero, by which something may be divided.
        case (.double, .double(0)): return .double(0)
        // Not a number, and points that are not on Earth: no query could find them again.
        case (.double, .double), (.location, .location):
            throw StoreError(.unsupportedValue, context)
        default: return nil  // Pairs of different kinds.
        }
    }

    /// About how many bytes a record takes without its assets.
    static func size(of fields: [String: Value]) -> Int {
        fields.reduce(0) { $0 + $1.key.utf8.count + size(of: $1.value) }
    }

    private static func size(of value: Value) -> Int {
        switch value {
        case .null: 0
        case .int, .double, .date: 8
        case .decimal, .uuid: 16
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        case .url(let url): url.absoluteString.utf8.count
        case .reference(let reference): reference.recordID.name.utf8.count + 16
        case .location: 64
        case .asset: 100
        case .list(let members): members.reduce(0) { $0 + size(of: $1) }
        case .dictionary(let members): size(of: members)
        case .object: 0
        }
    }
}

extension Record {
    /// About how many bytes the fields take without the content of assets: what limits count.
    public var storedSize: Int { FieldCheck.size(of: fields) }
}
