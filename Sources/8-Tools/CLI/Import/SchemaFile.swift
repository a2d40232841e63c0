import Foundation
import RecordCore

/// Schemas in files.
enum SchemaFile {
    /// The text of a file; `-` is standard input.
    static func text(_ path: String) throws -> String {
        let reader = try ChunkReader(path: path)
        while try reader.fill() {}
        reader.passByteOrderMark()
        guard let text = String(validating: reader.bytes, as: UTF8.self) else {
            throw Failure(.usage, "\(path): the file is not UTF-8")
        }
        return text
    }

    /// The schema of a file.
    ///
    /// Throws ``Failure`` with the file's name and a caret.
    static func read(_ path: String) throws -> RecordSchema {
        let text = try text(path)
        do throws(SchemaParseError) { return try RecordSchema(parsing: text) } catch {
            throw Failure(.usage, "\(path): \(error.description)")
        }
    }

    /// Fields from lines of the schema language.
    static func fields(_ definitions: [String]) throws -> [Field] {
        var fields: [Field] = []
        for definition in definitions {
            let text = "DEFINE SCHEMA RECORD TYPE T (\n\(definition)\n);"
            do throws(SchemaParseError) {
                fields += try RecordSchema(parsing: text)["T"]?.fields ?? []
            } catch {
                throw Failure(.usage, "--field: \(error.message)\n  \(definition)")
            }
        }
        return fields
    }
}

extension RecordStore {
    /// Changes the schema in one transaction.
    ///
    /// Throws ``Failure`` for a field that would be dropped or get another type: its values would go
    /// with it.
    func extendSchema(
        _ change: @escaping @Sendable (inout RecordSchema) -> Void
    ) async throws {
        try await updateSchema { before in
            var wanted = before
            change(&wanted)
            for case .dropField(let type, let name) in before.changes(to: wanted) {
                let kinds = [before, wanted].map { $0[type]?.field(name)?.spelling ?? "absent" }
                throw Failure(
                    .usage, "Field '\(name)' of type '\(type)' is \(kinds[0]), not \(kinds[1])",
                    advice: "quarry schema import gives it another type, and drops its values.")
            }
            return [wanted]
        }
    }
}
