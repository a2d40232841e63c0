import ArgumentParser
import Foundation
import RecordCore
import Stores

/// The schema of a server's container, and how it is reached.
struct SchemaPlaceOptions: ParsableArguments {
    @Flag(help: "At a server, the production environment.")
    var production = false

    @Flag(help: "Allows http: to other machines: tokens are sent unencrypted.")
    var insecure = false

    /// The schema of a file, of standard input, or of a store.
    ///
    /// - Throws: ``Failure`` where it cannot be read.
    func schema(_ place: String) async throws -> RecordSchema {
        guard isStore(place) else {
            guard place == "-" || FileManager.default.fileExists(atPath: place) else {
                throw Failure(
                    .failed, "There is no schema at \(place)",
                    advice: "xcrun cktool export-schema writes it, or \"Export Schema\" of the "
                        + "CloudKit Console.")
            }
            return try SchemaFile.read(place)
        }
        var arguments = ["--store", place]
        if production { arguments.append("--production") }
        if insecure { arguments.append("--insecure") }
        return try await StoreOptions.parse(arguments).withStore { try await $0.schema() }
    }

    /// Whether a text names a store rather than a schema file.
    private func isStore(_ place: String) -> Bool {
        let scheme = place.prefix { $0 != ":" }.lowercased()
        let isRemote = place.contains(":") && ["http", "https"].contains(scheme)
        if isRemote || StoreMedium.hasScheme(place) { return true }
        return place != "-" && FileHead.bytes(of: place).starts(with: "SQLite format 3".utf8)
    }
}
