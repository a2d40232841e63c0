import Foundation
import PredicateCore
import RecordJSON

/// Values as the cells of a table show them.
enum CellText {
    /// The cell of a value: numbers stand right, nothing is shown for null.
    static func cell(_ value: Value) -> Table.Cell {
        switch value {
        case .null, .object: Table.Cell(text: "")
        case .int(let number): Table.Cell(text: String(number), isNumber: true)
        case .double(let number): Table.Cell(text: text(number), isNumber: true)
        case .decimal(let number): Table.Cell(text: number.description, isNumber: true)
        case .text(let text): Table.Cell(text: DisplayWidth.printable(text))
        case .date(let date):
            Table.Cell(text: ISODate.text(date) ?? "\(date.microseconds) µs after 2001")
        case .bytes(let data): Table.Cell(text: Figures.count(data.count, "byte"), isDim: true)
        case .uuid(let uuid): Table.Cell(text: uuid.uuidString)
        case .url(let url): Table.Cell(text: DisplayWidth.printable(url.absoluteString))
        case .reference(let reference):
            Table.Cell(text: "→ " + DisplayWidth.printable(reference.recordID.name))
        case .location(let place):
            Table.Cell(text: "\(text(place.latitude)), \(text(place.longitude))")
        case .asset(let asset):
            Table.Cell(
                text: asset.size.map { Figures.count(Int($0), "byte") } ?? "asset", isDim: true)
        case .list(let members):
            Table.Cell(text: members.map { cell($0).text }.joined(separator: ", "))
        case .dictionary:
            Table.Cell(text: DisplayWidth.printable(json(value)))
        }
    }

    private static func text(_ number: Double) -> String {
        // Whole numbers without ".0", as people write them.
        number == number.rounded() && abs(number) < 1e15
            ? String(Int64(number)) : number.description
    }

    private static func json(_ value: Value) -> String {
        var writer = JSONWriter(plain: true)
        writer.append(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
