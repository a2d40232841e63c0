import CoreDataModel
import Foundation
import PredicateCore
import RecordCore

/// Records that `NSPersistentCloudKitContainer` wrote, read as objects without the model of the app.
///
/// What is known without it: the entity of an object, which its record names; attributes and
/// relationships to one object by the names of fields; and which text names another record of the
/// zone. What stands in an asset because it is large belongs to the field beside it.
struct MirroredRecords {
    /// The record type, as the schema has it.
    let type: RecordType

    /// A property of the type's entities.
    struct Property: Hashable, Sendable {
        /// The name in the model: `title`.
        var name: String
        /// The field: `CD_title`.
        var field: String
        /// The field for large values; nil where there is none.
        var twin: String?
    }

    /// Nil for a record type that is none of Core Data's.
    init?(_ type: RecordType) {
        guard type.name.hasPrefix(MirrorPlan.prefix) else { return nil }
        self.type = type
    }

    /// What an entity is called whose objects do not name theirs: the root's name.
    var rootName: String { String(type.name.dropFirst(MirrorPlan.prefix.count)) }

    /// Whether records name the entity of their object.
    var namesEntities: Bool { type.field(MirrorPlan.entityName.name) != nil }

    /// The properties of the type's entities, in the order of the schema.
    var properties: [Property] {
        let names = Set(type.fields.map(\.name))
        let own = [MirrorPlan.entityName.name, MirrorPlan.moveReceipt.name]
        return type.fields.compactMap { field in
            guard field.name.hasPrefix(MirrorPlan.prefix), !own.contains(field.name),
                !isTwin(field.name, among: names)
            else { return nil }
            let twin = field.name + MirrorPlan.twinSuffix
            return Property(
                name: String(field.name.dropFirst(MirrorPlan.prefix.count)), field: field.name,
                twin: names.contains(twin) ? twin : nil)
        }
    }

    private func isTwin(_ name: String, among names: Set<String>) -> Bool {
        name.hasSuffix(MirrorPlan.twinSuffix)
            && names.contains(String(name.dropLast(MirrorPlan.twinSuffix.count)))
    }

    /// The entity that a record names; else the root.
    static func entity(of record: Record) -> String {
        if case .text(let name) = record[MirrorPlan.entityName.name], !name.isEmpty { return name }
        return record.type.hasPrefix(MirrorPlan.prefix)
            ? String(record.type.dropFirst(MirrorPlan.prefix.count)) : record.type
    }

    // MARK: What objects are called

    /// Fields that say what an object is called, the best first.
    static let labels = ["name", "title", "fullName", "displayName", "label", "firstName"].map {
        MirrorPlan.prefix + $0
    }

    /// What an object is called, as far as a field says it.
    static func label(of record: Record) -> String? {
        for name in labels {
            if case .text(let text) = record[name], !text.isEmpty {
                return String(text.unicodeScalars.prefix(80).map(Character.init))
            }
        }
        return nil
    }

    // MARK: Relationships

    /// Whether a text may be the name of another record: a UUID, or `CD_`, an entity and a UUID.
    static func isRecordName(_ text: String) -> Bool {
        guard text.utf8.count >= 36 else { return false }
        let rest = text.dropLast(36)
        return (rest.isEmpty || (rest.hasPrefix(MirrorPlan.prefix) && rest.hasSuffix("_")))
            && UUID(uuidString: String(text.suffix(36))) != nil
    }

    /// The texts of a record's properties that may name other records, by property.
    func targets(of record: Record) -> [String: String] {
        var targets: [String: String] = [:]
        for property in properties {
            if case .text(let text) = record[property.field], MirroredRecords.isRecordName(text) {
                targets[property.name] = text
            }
        }
        return targets
    }
}
