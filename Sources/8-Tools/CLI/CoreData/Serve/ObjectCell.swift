#if Server
import Foundation
import CoreDataModel
import ObjectCore
import PredicateCore
import RecordJSON

/// A value of an attribute as the page gets it: its kind, its text, and the size of what is cut.
enum ObjectCell {
    /// Unicode scalars of a text in a list of objects.
    static let listLimit = 200
    /// Unicode scalars of a text on the page of its object.
    static let pageLimit = 20_000

    /// `{"kind":"text","text":"R.U.R."}`; `bytes` is the size of the whole where it is cut.
    static func json(_ value: Value, _ attribute: ModelAttribute, limit: Int) -> OrderedJSON {
        switch value {
        case .null: return .text(nil)
        case .int(let number) where attribute.type == .boolean:
            return cell("boolean", number == 0 ? "NO" : "YES")
        case .int, .double, .decimal: return cell("number", CellText.cell(value).text)
        case .date(let date):
            return cell("date", PreciseDate.text(date) ?? CellText.cell(value).text)
        case .bytes(let data):
            return ["kind": .text("bytes"), "bytes": .number(data.count)]
        case .text(let text): return cut("text", text, limit)
        case .url(let url): return cut("url", url.absoluteString, limit)
        case .uuid(let uuid): return cell("uuid", uuid.uuidString)
        case .dictionary(let members):
            let lines = members.sorted { $0.key < $1.key }.filter { $0.value != .null }
                .map { "\($0.key): \(CellText.cell($0.value).text)" }
            return cut("value", lines.joined(separator: limit == listLimit ? ", " : "\n"), limit)
        case .reference, .location, .asset, .list, .object:
            return cut("value", CellText.cell(value).text, limit)
        }
    }

    private static func cell(_ kind: String, _ text: String) -> OrderedJSON {
        ["kind": .text(kind), "text": .text(text)]
    }

    private static func cut(_ kind: String, _ text: String, _ limit: Int) -> OrderedJSON {
        guard let start = ObjectLabel.prefix(text, limit: limit) else { return cell(kind, text) }
        return ["kind": .text(kind), "text": .text(start), "bytes": .number(text.utf8.count)]
    }
}
#endif
