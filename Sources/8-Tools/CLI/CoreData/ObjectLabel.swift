import ObjectCore
import PredicateCore

/// What an object is called, as far as an attribute of text says it.
enum ObjectLabel {
    /// Names of attributes that say what an object is called, the best first.
    private static let names = ["name", "title", "fullname", "displayname", "label", "firstname"]

    /// The text of the attribute that says best what an object is called, its start where it is long.
    static func text(_ row: ObjectRow, _ model: ResolvedModel) -> String? {
        let texts = model.entities[row.key.entity].attributes.compactMap { attribute in
            if attribute.type == .string, case .text(let text) = row.attributes[attribute.place],
                !text.isEmpty
            {
                return (
                    rank: names.firstIndex(of: attribute.name.lowercased()) ?? names.count,
                    text: text
                )
            }
            return nil
        }
        guard let best = texts.min(by: { $0.rank < $1.rank })?.text else { return nil }
        return prefix(best, limit: 80) ?? best
    }

    /// The start of a text that is longer than a limit in scalars, with an ellipsis; else nil.
    static func prefix(_ text: String, limit: Int) -> String? {
        let scalars = text.unicodeScalars
        guard
            let end = scalars.index(
                scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return nil }
        return String(scalars[..<end]) + "…"
    }
}
