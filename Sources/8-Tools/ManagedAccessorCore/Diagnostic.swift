/// An error at a place in a source or a model, which ends the build.
struct Diagnostic: Error, Hashable {
    /// The file.
    var file: String
    /// The line, counted from 1; nil where it is not known.
    var line: Int?
    /// What is the matter, and what to write instead.
    var message: String

    /// As editors and build systems read it.
    ///
    ///     Note.swift:12: error: 'Note.changed' is a closure, which Core Data cannot keep; …
    var text: String {
        "\(file):\(line ?? 1): error: \(message)"
    }
}
