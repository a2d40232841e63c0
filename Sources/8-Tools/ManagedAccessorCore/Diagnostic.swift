/// A message about a place in a source or a model.
struct Diagnostic: Error, Hashable {
    /// How bad it is.
    enum Severity: String, Hashable {
        /// The build ends.
        case error
        /// The build goes on.
        case warning
    }

    /// How bad it is.
    var severity: Severity
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
        "\(file):\(line ?? 1): \(severity.rawValue): \(message)"
    }
}
