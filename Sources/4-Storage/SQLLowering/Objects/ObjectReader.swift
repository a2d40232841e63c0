package import ObjectCore

/// Reads rows of Apple's tables as objects.
///
/// The columns to select and the way to read them are made by one loop, so they cannot disagree:
/// the row's number, its entity's, its version, then what the entities have.
package struct ObjectReader: Sendable {
    /// The columns to select, in order.
    package let columns: [String]
    private let shapes: [Shape]
    /// The place of each entity's shape by its number in the file; -1 for numbers unknown.
    private let places: [Int64: Int]

    private enum Slot: Sendable {
        case one(AppleStorage, Int)
        case parts([(path: [String], storage: AppleStorage, column: Int)])
    }

    private struct Link: Sendable {
        let column: Int
        let entityColumn: Int?
        let destination: Int
        /// The destination, and what inherits from it.
        let family: ClosedRange<Int>
    }

    private struct Shape: Sendable {
        let entity: Int
        let number: Int64
        let attributes: [Slot]
        let toOnes: [Link]
    }

    private let entities: [Int64: Int]

    /// A reader of an entity's objects, and of those that inherit from it where wanted.
    package init(_ layout: AppleLayout, entity: Int, includingSubentities: Bool = true) {
        var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
        var positions = ["Z_PK": 0, "Z_ENT": 1, "Z_OPT": 2]
        func position(_ name: String) -> Int {
            if let place = positions[name] { return place }
            positions[name] = columns.count
            columns.append(name)
            return columns.count - 1
        }
        let model = layout.model
        let family = includingSubentities ? model.entities[entity].family : entity...entity
        var shapes: [Shape] = []
        for number in family {
            let asked = model.entities[number]
            let attributes = asked.attributes.map { attribute -> Slot in
                let all = layout.columns(ofAttribute: attribute.place, in: number)
                if attribute.type != .composite, let first = all.first {
                    return .one(first.storage, position(first.name))
                }
                return .parts(all.map { ($0.path, $0.storage, position($0.name)) })
            }
            let toOnes = asked.toOnes.map { relationship -> Link in
                let link = layout.link(ofToOne: relationship.place, in: number)
                return Link(
                    column: position(link.column),
                    entityColumn: link.entityColumn.map(position), destination: link.destination,
                    family: model.entities[link.destination].family)
            }
            shapes.append(
                Shape(
                    entity: number, number: layout.number(of: number), attributes: attributes,
                    toOnes: toOnes))
        }
        self.columns = columns
        self.shapes = shapes
        places = Dictionary(first: shapes.enumerated().map { ($1.number, $0) })
        entities = layout.entitiesByNumber
    }

    /// The object in the current row; nil where its entity is not among those asked.
    package func row(_ row: some SQLRow) -> ObjectRow? {
        let number = row.int(1)
        let shape: Shape
        if shapes.count == 1 || shapes[0].number == number {
            shape = shapes[0]
            if shape.number != number { return nil }
        } else {
            guard let place = places[number] else { return nil }
            shape = shapes[place]
        }
        let attributes = [Value](unsafeUninitializedCapacity: shape.attributes.count) {
            buffer, count in
            for (place, slot) in shape.attributes.enumerated() {
                let value: Value
                switch slot {
                case .one(let storage, let column): value = storage.read(row, column)
                case .parts(let parts): value = ObjectReader.composite(parts, row)
                }
                buffer.initializeElement(at: place, to: value)
            }
            count = shape.attributes.count
        }
        let toOnes = shape.toOnes.map { link -> ObjectKey? in
            if row.isNull(link.column) { return nil }
            // A damaged file may name any entity.
            let named = link.entityColumn.flatMap { entities[row.int($0)] }
            let entity = named.flatMap { link.family.contains($0) ? $0 : nil }
            return ObjectKey(entity: entity ?? link.destination, row: row.int(link.column))
        }
        return ObjectRow(
            key: ObjectKey(entity: shape.entity, row: row.int(0)), version: row.int(2),
            attributes: attributes, toOnes: toOnes)
    }

    private static func composite(
        _ parts: [(path: [String], storage: AppleStorage, column: Int)], _ row: some SQLRow
    ) -> Value {
        var value = Value.null
        for part in parts {
            let found = part.storage.read(row, part.column)
            if !found.isNull { value = value.setting(found, at: part.path[...]) }
        }
        return value
    }
}

extension Value {
    /// The value with a part of it set, dictionaries made on the way.
    package func setting(_ part: Value, at path: ArraySlice<String>) -> Value {
        guard let key = path.first else { return part }
        var entries: [String: Value] = [:]
        if case .dictionary(let known) = self { entries = known }
        entries[key] = (entries[key] ?? .null).setting(part, at: path.dropFirst())
        return .dictionary(entries)
    }

    /// The part of a composite at the end of a path.
    package func part(at path: [String]) -> Value {
        var value = self
        for key in path {
            guard case .dictionary(let entries) = value else { return .null }
            value = entries[key] ?? .null
        }
        return value
    }
}
