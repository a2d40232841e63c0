import Foundation
import FoundationXML

/// One element of a model file with what it contains.
struct ModelElement {
    /// Its name: `entity`, `attribute`.
    let name: String
    /// What it says of itself.
    let attributes: [String: String]
    /// Where it begins, counted from 1.
    let line: Int
    /// The elements in it, in order.
    var children: [ModelElement] = []
    /// The text in it, between its elements.
    var content = ""

    /// The elements of one name in it.
    func all(_ name: String) -> [ModelElement] { children.filter { $0.name == name } }

    /// The elements of one name within the only element of another.
    func all(_ name: String, in group: String) -> [ModelElement] {
        all(group).flatMap { $0.all(name) }
    }

    /// Whether an attribute says YES; absent means no.
    func flag(_ name: String) -> Bool {
        switch attributes[name] {
        case "YES", "yes", "1", "true": true
        default: false
        }
    }

    /// An attribute that has something to say; an empty one is absent.
    func text(_ name: String) -> String? {
        guard let text = attributes[name], !text.isEmpty else { return nil }
        return text
    }

    /// An attribute without which the element means nothing.
    func required(_ name: String) throws(ModelFileError) -> String {
        guard let text = text(name) else {
            throw ModelFileError(
                .missingAttribute, line: line, context: ["element": self.name, "attribute": name])
        }
        return text
    }

    /// A number in an attribute; 0 where it is absent.
    func count(_ name: String) throws(ModelFileError) -> Int {
        guard let text = text(name) else { return 0 }
        guard let number = Int(text), number >= 0 else {
            throw ModelFileError(
                .invalidValue, line: line,
                context: [
                    "element": self.name, "attribute": name, "value": String(text.prefix(80)),
                    "expected": "a number",
                ])
        }
        return number
    }
}

extension ModelElement {
    /// The outermost element of a file.
    init(parsing data: Data) throws(ModelFileError) {
        guard !data.isEmpty else { throw ModelFileError(.notAModel, line: 1) }
        // Foundation's parser stops the program at a name that is not UTF-8.
        let badLine = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .firstIndex { String(validating: $0, as: UTF8.self) == nil }
        if let badLine { throw ModelFileError(.malformed, line: badLine + 1) }
        let builder = Builder()
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = builder
        let isWellFormed = parser.parse()
        if let error = builder.error { throw error }
        guard isWellFormed, let root = builder.root else {
            throw ModelFileError(.malformed, line: max(builder.errorLine, 1))
        }
        self = root
    }

    /// Collects elements while the parser walks.
    private final class Builder: NSObject, XMLParserDelegate {
        /// Deeper than any element of a model lies (they have five levels).
        static let deepest = 32

        var open: [ModelElement] = []
        var root: ModelElement?
        var error: ModelFileError?
        var errorLine = 0

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) {
            guard error == nil else { return }
            guard open.count < Self.deepest else {
                error = ModelFileError(.tooDeep, line: parser.lineNumber)
                parser.abortParsing()
                return
            }
            open.append(
                ModelElement(name: name, attributes: attributes, line: parser.lineNumber))
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
            qualifiedName: String?
        ) {
            guard error == nil, let ended = open.popLast() else { return }
            if open.isEmpty {
                root = ended
            } else {
                open[open.count - 1].children.append(ended)
            }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            guard error == nil, !open.isEmpty else { return }
            open[open.count - 1].content += string
        }

        func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
            errorLine = parser.lineNumber
        }
    }
}
