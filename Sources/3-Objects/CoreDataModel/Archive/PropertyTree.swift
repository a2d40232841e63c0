public import Foundation

/// A property list as it stands in a file, the references of a keyed archive included.
package indirect enum PropertyTree: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case date(Date)
    case data(Data)
    case text(String)
    /// The number of another object of the archive.
    case reference(Int)
    case list([PropertyTree])
    case dictionary([String: PropertyTree])

    /// Reads a property list, binary or XML; one with sets, which stop Foundation on Linux, is refused.
    package init(_ data: Data) throws(ModelArchiveError) {
        if data.starts(with: Array("bplist".utf8)) {
            var reader = try BinaryPropertyList(data)
            self = try reader.read()
        } else {
            var reader = XMLPropertyList(data)
            self = try reader.read()
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var list: [PropertyTree]? { if case .list(let list) = self { list } else { nil } }
    var dictionary: [String: PropertyTree]? {
        if case .dictionary(let entries) = self { entries } else { nil }
    }
    var int: Int64? {
        switch self {
        case .int(let number): number
        case .bool(let truth): truth ? 1 : 0
        case .double(let number): Int64(exactly: number)
        case .null, .date, .data, .text, .reference, .list, .dictionary: nil
        }
    }
}

/// Why a compiled model cannot be read.
///
///     do throws(ModelArchiveError) {
///         _ = try MomReader.model(Data("<model/>".utf8))
///     } catch {
///         error.message  // "The file is no property list."
///     }
public struct ModelArchiveError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError
{
    /// The sentence for people.
    public let message: String

    /// An error whose message and description are the sentence.
    public init(_ message: String) { self.message = message }

    /// The same sentence as ``message``.
    public var description: String { message }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
