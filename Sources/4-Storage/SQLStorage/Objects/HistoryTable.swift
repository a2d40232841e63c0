import Foundation
import ObjectCore
import SQLLowering

/// The table of changes of a store's history (`ACHANGE`) as the file has it.
///
/// What an attribute keeps of deleted objects stands in columns `ZTOMBSTONE0`, `ZTOMBSTONE1`…,
/// as many as the entity has that keeps most, each value in the form of the attribute's own column.
/// Rows of older files of ours, which have a version, keep a property list of all values in the
/// first, and their bits in an order of their own; so does PostgreSQL, whose columns have a type.
struct HistoryTable: Sendable {
    /// The names of the columns that keep values of deleted objects, in order.
    let tombstones: [String]
    /// Inserts a row: its number, the kind of change, the entity, the object, the transaction,
    /// the bits, and what the tombstones keep.
    let insert: SQLTemplate
    private let layout: AppleLayout
    /// Whether the first tombstone keeps a property list.
    private let keepsList: Bool
    /// The properties of each entity in the order of their bits.
    private let orders: [[String]]
    /// The columns of each entity that tombstones keep.
    private let kept: [[(attribute: Int, column: AppleColumn)]]

    init(_ layout: AppleLayout, columns: [String], for dialect: any Dialect) {
        self.layout = layout
        let tombstones = (0..<columns.count).map { "ZTOMBSTONE\($0)" }
            .prefix { columns.contains($0) }
        self.tombstones = Array(tombstones)
        keepsList = dialect.hasTypedColumns
        orders = layout.model.entities.map { layout.historyOrder(of: $0.number) }
        kept = layout.model.entities.map { layout.tombstone(of: $0.number) }
        let names = tombstones.map { ", \(ident: $0)" as SQLText }.joined("")
        let values = tombstones.map { _ in ", \(.placeholder)" as SQLText }.joined("")
        insert = SQLTemplate(
            """
            INSERT INTO "ACHANGE" ("Z_PK", "Z_ENT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK",
            "ZTRANSACTIONID", "ZCOLUMNS"\(names)) VALUES (\(.placeholder), 16001,
            \(.placeholder), \(.placeholder), \(.placeholder), \(.placeholder),
            \(.placeholder)\(values))
            """, for: dialect)
    }

    // MARK: Bits

    /// The properties whose bits are set, each once.
    func names(_ bits: Data, _ entity: Int, isEarlier: Bool) -> [String] {
        let bits = [UInt8](bits)
        let asked = layout.model.entities[entity]
        let order =
            isEarlier
            ? asked.attributes.map(\.name) + asked.toOnes.map(\.name) + asked.toManys.map(\.name)
            : orders[entity]
        var names: [String] = []
        for (place, name) in order.enumerated() where place / 8 < bits.count {
            let bit: UInt8 = isEarlier ? 1 << UInt8(place % 8) : 0x80 >> UInt8(place % 8)
            if bits[place / 8] & bit != 0, names.last != name { names.append(name) }
        }
        return names
    }

    /// The bits of properties.
    func bits(_ names: Set<String>, _ entity: Int) -> Data {
        let order = orders[entity]
        var bits = [UInt8](repeating: 0, count: (order.count + 7) / 8)
        for (place, name) in order.enumerated() where names.contains(name) {
            bits[place / 8] |= 0x80 >> UInt8(place % 8)
        }
        return Data(bits)
    }

    // MARK: Values of deleted objects

    /// What is kept of an object that is about to be deleted: nothing, or a value for each
    /// attribute of its row.
    func keepsValues(of entity: Int) -> Bool { !tombstones.isEmpty && !kept[entity].isEmpty }

    /// Gives ``insert`` what is kept of a row.
    func bind(
        _ attributes: [Value], of entity: Int, to binder: inout some SQLBinder, at start: Int
    ) {
        if keepsList, !tombstones.isEmpty {
            let names = layout.model.entities[entity].attributes
            var plain: [String: MetadataValue] = [:]
            for (place, _) in kept[entity] where attributes.indices.contains(place) {
                plain[names[place].name] = attributes[place].metadata
            }
            binder.bind(
                bytes: plain.isEmpty ? nil : MetadataValue.written(plain) ?? Data(), at: start)
            return
        }
        for place in tombstones.indices {
            guard kept[entity].indices.contains(place),
                attributes.indices.contains(kept[entity][place].attribute)
            else {
                binder.bindNull(at: start + place)
                continue
            }
            let (attribute, column) = kept[entity][place]
            column.bind(attributes[attribute], to: &binder, at: start + place)
        }
    }

    /// The values of a deleted object, by their names.
    func tombstone(
        _ row: some SQLRow, from start: Int, _ entity: Int, isEarlier: Bool
    ) -> [String: Value] {
        let asked = layout.model.entities[entity]
        var values: [String: Value] = [:]
        if isEarlier || keepsList {
            guard !tombstones.isEmpty, !row.isNull(start) else { return [:] }
            for (name, value) in MetadataValue.read(row.bytes(start)) ?? [:] {
                guard case .attribute(let place)? = asked.properties[name] else { continue }
                values[name] = Value(stored: value, as: asked.attributes[place].source)
            }
            return values
        }
        for (place, part) in kept[entity].enumerated() where place < tombstones.count {
            guard !row.isNull(start + place) else { continue }
            let value = part.column.storage.read(row, start + place)
            let name = asked.attributes[part.attribute].name
            if part.column.path.isEmpty {
                values[name] = asked.attributes[part.attribute].type.normalized(value)
            } else {
                values[name] = (values[name] ?? .null).setting(value, at: part.column.path[...])
            }
        }
        return values
    }
}

extension Value {
    /// The value as a property list has it; nil for what has no form there.
    fileprivate var metadata: MetadataValue? {
        switch self {
        case .int(let number): .int(number)
        case .double(let number): .double(number)
        case .decimal(let number): .text("\(number)")
        case .text(let text): .text(text)
        case .date(let date): .double(date.timeIntervalSinceReferenceDate)
        case .bytes(let bytes): .bytes(bytes)
        case .uuid(let uuid): .text(uuid.uuidString)
        case .url(let url): .text(url.absoluteString)
        case .dictionary(let parts): .dictionary(parts.compactMapValues(\.metadata))
        case .null, .reference, .location, .asset, .list, .object: nil
        }
    }

    /// The value that an attribute's form in a property list stands for.
    fileprivate init(stored value: MetadataValue, as attribute: ObjectAttribute) {
        let type = attribute.type
        switch value {
        case .int(let number): self = type.normalized(.int(number))
        case .bool(let truth): self = .bool(truth)
        case .double(let number):
            self =
                type == .date
                ? .date(Date(timeIntervalSinceReferenceDate: number)) : .double(number)
        case .text(let text):
            switch type {
            case .uuid: self = UUID(uuidString: text).map(Value.uuid) ?? .text(text)
            case .uri: self = URL(string: text).map(Value.url) ?? .text(text)
            case .decimal: self = Decimal(string: text).map(Value.decimal) ?? .text(text)
            default: self = .text(text)  // The others have no form of their own.
            }
        case .date(let date): self = .date(date)
        case .bytes(let bytes): self = .bytes(bytes)
        case .dictionary(let parts):
            // A composite, by its parts.
            var found: [String: Value] = [:]
            for part in attribute.elements {
                if let stored = parts[part.name] {
                    found[part.name] = Value(stored: stored, as: part)
                }
            }
            self = found.isEmpty ? .null : .dictionary(found)
        case .list: self = .null
        }
    }
}
