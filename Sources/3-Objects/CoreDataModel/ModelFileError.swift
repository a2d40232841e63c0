public import Foundation

/// Why a model file cannot be read, and where.
///
///     Notes.xcdatamodeld/Notes.xcdatamodel/contents:7: The value is not one of its type.
///     (entity: Note, attribute: rank, value: abc, expected: a whole number)
///
/// Thrown where models are read, such as by ``ObjectModel/init(xml:)`` and
/// ``ModelBundle/init(contentsOf:)``.
public struct ModelFileError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What went wrong, to be caught.
    ///
    ///     do { _ = try ObjectModel(xml: Data("<plist/>".utf8)) } catch {
    ///         error.code           // .notAModel
    ///         error.code.sentence  // "This is not a model of objects."
    ///     }
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file or folder is not there or cannot be opened.
        case unreadable
        /// What is there is no model.
        case notAModel
        /// The XML cannot be parsed.
        case malformed
        /// Elements lie deeper in each other than any model's do.
        case tooDeep
        /// An element lacks an attribute without which it means nothing.
        case missingAttribute
        /// A default, a bound or a setting is not of its type.
        case invalidValue
        /// Two things of one kind have one name.
        case duplicate
        /// A name of something that the model does not have.
        case unknownName
        /// A relationship whose inverse is that of another one, or of none.
        case oneSided
        /// Entities that inherit from each other in a circle, or composites within themselves.
        case circle

        /// What is always true of it.
        public var sentence: String {
            switch self {
            case .unreadable: "The file cannot be read."
            case .notAModel: "This is not a model of objects."
            case .malformed: "The XML cannot be parsed."
            case .tooDeep: "The XML is nested deeper than a model is."
            case .missingAttribute: "An attribute is missing."
            case .invalidValue: "The value is not one of its type."
            case .duplicate: "The name is used twice."
            case .unknownName: "Nothing in the model has this name."
            case .oneSided: "The inverse does not lead back."
            case .circle: "The name leads back to itself."
            }
        }
    }

    /// The kind of problem, to be caught.
    public let code: Code
    /// The line of the file, counted from 1, where it is known.
    public let line: Int?
    /// The file, where it is known.
    public var file: String?
    /// The particulars: `["entity": "Note", "attribute": "rank"]`.
    public let context: [String: String]

    /// An error at a place.
    public init(
        _ code: Code, line: Int? = nil, file: String? = nil, context: [String: String] = [:]
    ) {
        self.code = code
        self.line = line
        self.file = file
        self.context = context
    }

    /// The sentence with its particulars, without the place.
    public var message: String {
        guard !context.isEmpty else { return code.sentence }
        let particulars = context.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "\(code.sentence) (\(particulars.joined(separator: ", ")))"
    }

    /// `file:line: message`, as compilers write it; without the parts that are not known.
    public var description: String {
        var place = file.map { $0 + ":" } ?? ""
        if let line { place += "\(line):" }
        return place.isEmpty ? message : "\(place) \(message)"
    }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
