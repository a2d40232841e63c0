import Foundation
import ObjectCore
import SQLLowering

/// Large values that are kept in files beside a store (`allowsExternalBinaryDataStorage`).
///
/// As Apple's stores have it, the files of `Notes.sqlite` are `.Notes_SUPPORT/_EXTERNAL_DATA/` and
/// a UUID. The first byte of the column says what follows: 1 the value itself, 2 the name of a file.
///
/// A file is on the disk before the row that names it is committed, and is removed when the commit of
/// the change that no longer names it is on the disk. What a program that ended between the two left
/// behind is removed when the store is opened for writing the next time.
package struct ExternalData: Sendable {
    /// An attribute whose values may be outside.
    struct AttributeColumn: Hashable, Sendable {
        let place: Int
        let column: String
    }

    /// A file that a row names is not there.
    struct Missing: Error {
        let path: String
    }

    /// Bytes from which on a value gets a file: a little over what SQLite reads faster from a row.
    static let threshold = 102_400
    private static let inline: UInt8 = 1
    private static let outside: UInt8 = 2

    /// Where the files are.
    let directory: String
    /// The attributes of each entity.
    let parts: [[AttributeColumn]]
    /// Makes them, with the rights of the store's file.
    let files: SystemFiles

    /// The directory of a store's files.
    package static func directory(of path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let name = url.deletingPathExtension().lastPathComponent
        return url.deletingLastPathComponent()
            .appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA").path
    }

    /// How many files there are whose large values may be in a directory: `Notes.sqlite` and
    /// `Notes.store` share one.
    ///
    /// Whether they are stores is not looked at: to close a file takes away the locks that this process
    /// has on it. Where one is none, files that no row names stay.
    package static func stores(of directory: String) -> Int {
        let support = URL(fileURLWithPath: directory).deletingLastPathComponent()
        let parent = support.deletingLastPathComponent()
        // No directory, no stores.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        return names.filter { name in
            let file = parent.appendingPathComponent(name)
            let base = file.deletingPathExtension().lastPathComponent
            var status = stat()
            return ".\(base)_SUPPORT" == support.lastPathComponent
                && !["-wal", "-shm", "-journal"].contains { name.hasSuffix($0) }
                && stat(file.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                && status.st_size > 0
        }.count
    }

    // MARK: Reading

    /// Puts the values of files into a row.
    func read(_ row: ObjectRow) throws -> ObjectRow {
        guard !parts[row.key.entity].isEmpty else { return row }
        var row = row
        for part in parts[row.key.entity] {
            guard case .bytes(let bytes) = row.attributes[part.place] else { continue }
            row.attributes[part.place] = .bytes(try value(bytes))
        }
        return row
    }

    /// The value of a column; bytes without a mark are the value themselves.
    private func value(_ bytes: Data) throws -> Data {
        if let name = ExternalData.file(bytes) {
            let path = directory + "/" + name
            guard
                // The error thrown names the file.
                let data = try? Data(
                    contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
            else { throw Missing(path: path) }
            return data
        }
        return bytes.first == ExternalData.inline ? Data(bytes.dropFirst()) : bytes
    }

    /// The name of the file that a column names.
    static func file(_ bytes: Data) -> String? {
        guard bytes.first == outside, bytes.count == 37 || bytes.count == 38 else { return nil }
        let text = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        return UUID(uuidString: text) == nil ? nil : text
    }

    // MARK: Writing

    /// The value as the column has it; a large one is in a file of its own then, on the disk.
    func stored(_ value: Value, _ written: inout [String]) throws -> Value {
        guard case .bytes(let bytes) = value else { return value }
        guard bytes.count > ExternalData.threshold else {
            return .bytes(Data([ExternalData.inline]) + bytes)
        }
        let name = UUID().uuidString
        let path = directory + "/" + name
        do {
            if !FileManager.default.fileExists(atPath: directory) {
                try files.makeDirectory(directory)
                var made = directory
                for _ in 0..<2 {
                    made = URL(fileURLWithPath: made).deletingLastPathComponent().path
                    try files.syncDirectory(made)
                }
            }
            written.append(path)
            let file = try files.create(path)
            try bytes.withUnsafeBytes { try file.write($0) }
            try file.finish()
            try files.syncDirectory(directory)
        } catch {
            throw ObjectStoreError(
                .cannotOpen, "A value cannot be written beside the store: \(error)", path: path)
        }
        return .bytes(Data([ExternalData.outside]) + Data(name.utf8) + Data([0]))
    }

    /// The files that a row names.
    func files(
        of row: Int64, _ entity: Int, _ places: Set<Int>?, _ table: String,
        on connection: some SQLConnection
    ) throws -> [String] {
        let asked = parts[entity].filter { places?.contains($0.place) ?? true }
        guard !asked.isEmpty else { return [] }
        let columns = asked.map { SQLText.identifier($0.column) }.joined(", ")
        var files: [String] = []
        try connection.query(
            "SELECT \(columns) FROM \(ident: table) WHERE \"Z_PK\" = \(row)"
        ) { row in
            for place in asked.indices where !row.isNull(place) {
                if let name = ExternalData.file(row.bytes(place)) { files.append(name) }
            }
            return false
        }
        return files.map { directory + "/" + $0 }
    }

    /// Removes files; what cannot be removed is left for the next time the store is opened.
    static func remove(_ files: [String]) {
        for file in files { try? FileManager.default.removeItem(atPath: file) }
    }

    /// Removes the files that no row names, while nothing else writes; none where the rows of another
    /// store may name them.
    func sweep(_ layout: AppleLayout, on connection: some SQLConnection) throws {
        let present = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        var left = Set(present.filter { UUID(uuidString: $0) != nil })
        guard !left.isEmpty, ExternalData.stores(of: directory) < 2 else { return }
        var seen: Set<[String]> = []
        for entity in layout.model.entities {
            let table = layout.table(of: entity.number)
            for part in parts[entity.number] where seen.insert([table, part.column]).inserted {
                let column = SQLText.identifier(part.column)
                try connection.query(
                    """
                    SELECT \(column) FROM \(ident: table) WHERE length(\(column)) IN (37, 38)
                    """
                ) { row in
                    if let name = ExternalData.file(row.bytes(0)) { left.remove(name) }
                    return true
                }
            }
        }
        guard !left.isEmpty else { return }
        // A process before this one may have committed without waiting for the disk.
        try connection.syncCommits(ofOthers: true)
        ExternalData.remove(left.map { directory + "/" + $0 })
    }
}

extension ObjectFile {
    /// Names the columns of a file of ours whose values have a mark; Apple's mark all.
    static let externalKey = "QuarryExternalColumns"

    /// The columns with marks that a file of ours lists; nil for a file of Apple's.
    var externalColumns: Set<String>? {
        guard metadata[ObjectFile.digestKey] != nil else { return nil }
        guard case .list(let names)? = metadata[ObjectFile.externalKey] else { return [] }
        return Set(names.compactMap { if case .text(let name) = $0 { name } else { nil } })
    }

    /// The columns of a layout whose attributes may be outside, by table and name.
    static func externalColumns(_ layout: AppleLayout) -> [(table: String, column: String)] {
        var columns: [(table: String, column: String)] = []
        for entity in layout.model.entities {
            for attribute in entity.attributes
            where attribute.declaredBy == entity.number && attribute.source.allowsExternalStorage {
                guard let column = layout.column(ofAttribute: attribute.place, in: entity.number),
                    column.storage == .bytes
                else { continue }
                columns.append((layout.table(of: entity.number), column.name))
            }
        }
        return columns
    }

    /// What is kept outside of a file; nil where nothing is.
    func externalData(
        _ layout: AppleLayout, in directory: String?, _ files: SystemFiles
    ) -> ExternalData? {
        guard let directory else { return nil }
        let marked = externalColumns
        let parts = layout.model.entities.map { entity in
            entity.attributes.compactMap { attribute -> ExternalData.AttributeColumn? in
                guard let column = layout.column(ofAttribute: attribute.place, in: entity.number),
                    column.storage == .bytes
                else { return nil }
                let name = layout.table(of: entity.number) + "." + column.name
                let isMarked = marked?.contains(name) ?? attribute.source.allowsExternalStorage
                return isMarked
                    ? ExternalData.AttributeColumn(place: attribute.place, column: column.name)
                    : nil
            }
        }
        return parts.allSatisfy(\.isEmpty)
            ? nil : ExternalData(directory: directory, parts: parts, files: files)
    }

    /// The columns of a file of ours whose attributes may be outside and whose values have no mark.
    func unmarked(_ layout: AppleLayout) -> [(table: String, column: String)] {
        guard let marked = externalColumns else { return [] }
        return ObjectFile.externalColumns(layout).filter {
            !marked.contains($0.table + "." + $0.column)
        }
    }

    /// Gives values their mark, within a transaction.
    func mark(_ layout: AppleLayout, on connection: some SQLConnection) throws {
        let columns = unmarked(layout)
        guard !columns.isEmpty else { return }
        for (table, column) in columns {
            try connection.run(
                """
                UPDATE \(ident: table) SET \(ident: column) = CAST(x'01' || \(ident: column) AS BLOB) \
                WHERE \(ident: column) IS NOT NULL
                """)
        }
        var metadata = self.metadata
        let names = (externalColumns ?? []).union(columns.map { $0.table + "." + $0.column })
        metadata[ObjectFile.externalKey] = .list(names.sorted().map(MetadataValue.text))
        try ObjectFile.setMetadata(metadata, on: connection)
    }
}
