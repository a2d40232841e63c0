package import RecordCore
import Foundation

extension QueryPlace {
    private static let magic = Data("QPla1".utf8)

    /// The place as text, for clients that continue over a network.
    ///
    /// - Throws: ``ServiceError`` for values that have no bytes; places have none such.
    package func text() throws(ServiceError) -> String {
        var writer = ByteWriter()
        do {
            try writer.write(values) { try $0.write($1) }
        } catch {
            throw .badCursor("The query cannot be continued")
        }
        writer.write(id)
        return (QueryPlace.magic + writer.data).base64EncodedString()
    }

    /// Reads a place; nil for any other text.
    package init?(text: String) {
        guard let data = Data(base64Encoded: text), data.prefix(5) == QueryPlace.magic else {
            return nil
        }
        var reader = ByteReader(Data(data.dropFirst(5)))
        // Bytes of another form are no place.
        guard let values = try? reader.list({ try $0.value() }),
            let id = try? reader.recordID(), reader.isAtEnd
        else { return nil }
        self.init(values: values, id: id)
    }
}
