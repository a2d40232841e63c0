import CoreDataModel
package import ObjectCore
import RecordCore

/// What the last known records of a store have that its objects do not: fields of a later version of
/// the app, and changes of another device that the store did not fetch yet.
///
/// Every record is read, which takes longer than ``MirrorStatus``.
package struct MirrorRecordReport: Sendable {
    /// A record with fields that the model does not have; they stay as they are.
    package struct Extra: Hashable, Sendable {
        /// The record name.
        package var name: String
        /// The entity and the row of its object.
        package var object: MirrorChange.Object
        /// The fields, in order.
        package var fields: [String]
    }

    /// Records with fields that the model does not have, those of an entity together.
    package var extras: [Extra] = []
    /// Objects whose record another device changed while this one sent its own change: the next
    /// import joins both.
    package var overtaken: [MirrorChange.Object] = []

    /// Reads the last known records of a store.
    package init(_ store: any ObjectStore) throws {
        let plan = MirrorPlan(store.model.model)
        var known: [String: Set<String>] = [:]
        for type in plan.types {
            known[type.name] = Set(
                type.fields.map(\.name) + type.fields.compactMap(\.twinName)
                    + type.derived.map(\.name))
        }
        let state = MirrorState(store)
        try MirrorChangeReader.forEach("b/", of: store) { name, data in
            let record = try RecordCoding.record(data)
            let fields = record.fields.keys.filter { known[record.type]?.contains($0) != true }
            let isOvertaken = record.system?.changeTag == ""
            guard !fields.isEmpty || isOvertaken, let object = try state.object(name),
                object.row > 0
            else { return }
            let one = MirrorChange.Object(entity: object.entity, row: object.row)
            if isOvertaken { overtaken.append(one) }
            if !fields.isEmpty {
                extras.append(Extra(name: name, object: one, fields: fields.sorted()))
            }
        }
        extras.sort { ($0.object.entity, $0.object.row) < ($1.object.entity, $1.object.row) }
        overtaken.sort { ($0.entity, $0.row) < ($1.entity, $1.row) }
    }

    /// How many records have each field that the model does not have, by entity and field.
    package var counts: [(entity: String, field: String, records: Int)] {
        var counts: [FieldCount: Int] = [:]
        for extra in extras {
            for field in extra.fields {
                counts[FieldCount(entity: extra.object.entity, field: field), default: 0] += 1
            }
        }
        return counts.map { (entity: $0.key.entity, field: $0.key.field, records: $0.value) }
            .sorted { ($0.entity, $0.field) < ($1.entity, $1.field) }
    }

    private struct FieldCount: Hashable {
        var entity: String
        var field: String
    }
}
