/// A name that is another's equal where its bytes are, as databases have it.
///
///     Set(["Jos\u{E9}", "Jose\u{301}"].map(ExactText.init)).count  // 2; of the texts it is 1
package struct ExactText: Hashable, Sendable {
    /// The name.
    package let text: String

    /// A name as a key.
    package init(_ text: String) { self.text = text }

    /// Whether both have the same bytes.
    package static func == (a: ExactText, b: ExactText) -> Bool { a.text.hasSameBytes(as: b.text) }
}
