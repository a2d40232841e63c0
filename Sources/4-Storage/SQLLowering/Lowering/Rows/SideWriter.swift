import Foundation
import RecordCore

/// A member of a list as its table keeps it.
enum SideMember: Hashable {
    case text(ExactText)
    case int(Int64)
    case double(UInt64)
    case bytes(Data)
    case reference(name: ExactText, zone: ExactText)

    /// The different members of a list.
    static func members(of value: Value, of table: SideTable, holder: ZoneID) -> [SideMember] {
        guard case .list(let values) = value else { return [] }
        var seen: Set<SideMember> = []
        return values.compactMap { value in
            guard let member = member(value, table.scalar, holder) else { return nil }
            return seen.insert(member).inserted ? member : nil
        }
    }

    private static func member(_ value: Value, _ scalar: ScalarType, _ holder: ZoneID)
        -> SideMember?
    {
        switch (scalar, value) {
        case (.string, .text(let text)): .text(ExactText(text))
        case (.int64, .int(let number)): .int(number)
        case (.int64, .double(let number)): Int64(exactly: number).map { .int($0) }
        case (.double, .double(let number)):
            number.isNaN ? nil : .double((number == 0 ? 0 : number).bitPattern)
        case (.double, .int(let number)): .double(Double(number).bitPattern)
        case (.double, .decimal(let number)): .double(number.nearestDouble.bitPattern)
        case (.timestamp, .date(let date)): .int(date.microseconds)
        case (.bytes, .bytes(let bytes)): .bytes(bytes)
        case (.reference, .reference(let reference)):
            .reference(
                name: ExactText(reference.recordID.name),
                zone: ExactText(ZoneCoding.encode(reference.recordID.zone, from: holder) ?? ""))
        default: nil  // Pairs that do not go together.
        }
    }
}

/// Writes the members of one list.
struct SideWriter: Sendable {
    let table: SideTable
    /// The position of the field in the layout.
    let field: Int
    private let insertion: RowInsertion
    private let deletion: SQLTemplate

    init(_ table: SideTable, field: Int, for dialect: some Dialect) {
        self.table = table
        self.field = field
        insertion = RowInsertion(
            into: table.name, columns: table.columns.map(\.name), ignoringSame: true, for: dialect)
        deletion = SQLTemplate(
            WriteLowering.delete(from: table.name, key: table.key), for: dialect)
    }

    func insert<Executor: SQLExecutor>(
        _ member: SideMember, at place: RowPlace, with executor: inout Executor
    ) throws {
        try executor.insertRow(insertion) { binder in
            var position = SideWriter.bind(member, at: place, into: &binder)
            if case .text(let text) = member {
                binder.bind(text: TextForm.folded(text.text), at: position)
                position += 1
            }
            binder.bind(text: place.name, at: position)
            binder.bind(int: place.row, at: position + 1)
        }
    }

    func delete<Executor: SQLExecutor>(
        _ member: SideMember, at place: RowPlace, with executor: inout Executor
    ) throws {
        try executor.run(deletion) { binder in
            let position = SideWriter.bind(member, at: place, into: &binder)
            binder.bind(text: place.name, at: position)
        }
    }

    /// Binds the first columns, and gives the position of the next one.
    private static func bind(
        _ member: SideMember, at place: RowPlace, into binder: inout some SQLBinder
    ) -> Int {
        binder.bind(int: place.database, at: 0)
        binder.bind(int: place.zone, at: 1)
        switch member {
        case .text(let text): binder.bind(text: text.text, at: 2)
        case .int(let number): binder.bind(int: number, at: 2)
        case .double(let bits): binder.bind(double: Double(bitPattern: bits), at: 2)
        case .bytes(let bytes): binder.bind(bytes: bytes, at: 2)
        case .reference(let name, let zone):
            binder.bind(text: name.text, at: 2)
            binder.bind(text: zone.text, at: 3)
            return 4
        }
        return 3
    }
}
