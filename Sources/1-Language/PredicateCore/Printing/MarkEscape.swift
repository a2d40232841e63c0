/// Texts that a mark parts: the mark, and the percent sign, inside one of them are a percent sign
/// and the two digits of their code.
///
///     MarkEscape("/").escaped("a/b")  // "a%2Fb"
///
/// By scalars: a mark behind a sign makes another character of both, and a few characters are equal
/// to a sign that they are not.
package struct MarkEscape: Sendable {
    private let mark: Unicode.Scalar
    private let code: String

    /// A form for texts that a mark of ASCII parts.
    package init(_ mark: Unicode.Scalar) {
        self.mark = mark
        code = String(mark.value, radix: 16, uppercase: true)
    }

    /// A text with the codes of the signs in it.
    package func escaped(_ text: String) -> String {
        let byte = UInt8(ascii: mark)
        guard text.utf8.contains(where: { $0 == 0x25 || $0 == byte }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case mark: result += "%" + code
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text that was escaped; a percent sign without either code stays.
    package func unescaped(_ text: Substring) -> String {
        guard text.utf8.contains(0x25) else { return String(text) }
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let found = scalar == "%" ? String(String.UnicodeScalarView(rest.prefix(2))) : ""
            switch found {
            case "25": result.unicodeScalars.append("%")
            case code: result.unicodeScalars.append(mark)
            default:
                result.unicodeScalars.append(scalar)
                continue
            }
            rest = rest.dropFirst(2)
        }
        return result
    }
}
