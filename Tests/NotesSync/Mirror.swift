import CloudKit

/// What one device keeps of the notes between runs: a file that is replaced as a whole.
struct Mirror: Codable {
    /// A record as the device has it.
    struct Entry: Codable {
        var type: String
        /// Text, numbers, names of records that are pointed at, and bytes of pictures.
        var fields: [String: Field]
        /// `encodeSystemFields`; nil while the record was never saved.
        var system: Data?
        /// Whether the server has to hear of it.
        var isDirty = false

        /// Which of two versions is the later one.
        var edit: Int {
            if case .number(let edit)? = fields["edit"] { edit } else { 0 }
        }
    }

    /// The kinds of value that the notes have.
    enum Field: Codable, Hashable {
        case text(String)
        case number(Int)
        case reference(String)
        case references([String])
        case picture(Data)
    }

    var entries: [String: Entry] = [:]
    /// Records that the server has to delete.
    var deleted: Set<String> = []
    /// Where the device has got to: an archived change token, or a sync engine's state.
    var progress: Data?

    static let zoneID = CKRecordZone.ID(
        zoneName: "Notes", ownerName: CKCurrentUserDefaultName)

    static func id(_ name: String) -> CKRecord.ID {
        CKRecord.ID(recordName: name, zoneID: zoneID)
    }

    // MARK: The file

    init(at file: URL) throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        self = try JSONDecoder().decode(Mirror.self, from: Data(contentsOf: file))
    }

    func save(to file: URL) throws {
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }

    /// Every record in words, to be compared with another device's.
    var content: [String: String] {
        entries.mapValues { entry in
            entry.type + " "
                + entry.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: " ")
        }
    }

    // MARK: Records

    /// The record to save, with the tag that the server gave.
    func record(_ name: String, pictures: URL) throws -> CKRecord? {
        guard let entry = entries[name] else { return nil }
        let record: CKRecord
        if let system = entry.system {
            let reader = try NSKeyedUnarchiver(forReadingFrom: system)
            reader.requiresSecureCoding = true
            guard let known = CKRecord(coder: reader) else { return nil }
            record = known
        } else {
            record = CKRecord(recordType: entry.type, recordID: Mirror.id(name))
        }
        for (key, field) in entry.fields {
            switch field {
            case .text(let text): record[key] = text
            case .number(let number): record[key] = number
            case .reference(let name):
                record[key] = CKRecord.Reference(recordID: Mirror.id(name), action: .none)
            case .references(let names):
                record[key] = names.map {
                    CKRecord.Reference(recordID: Mirror.id($0), action: .none)
                }
            case .picture(let bytes):
                let file = pictures.appendingPathComponent("\(name).png")
                try bytes.write(to: file)
                record[key] = CKAsset(fileURL: file)
            }
        }
        // The system fields say nothing of values: what is gone here must be said.
        if entry.type == "Note", entry.fields["picture"] == nil { record["picture"] = nil }
        return record
    }

    /// A record of the server as an entry.
    static func entry(_ record: CKRecord) throws -> Entry {
        var fields: [String: Field] = [:]
        for key in record.allKeys() {
            switch record[key] {
            case let text as String: fields[key] = .text(text)
            case let number as Int: fields[key] = .number(number)
            case let reference as CKRecord.Reference:
                fields[key] = .reference(reference.recordID.recordName)
            case let references as [CKRecord.Reference]:
                fields[key] = .references(references.map(\.recordID.recordName))
            case let asset as CKAsset:
                guard let file = asset.fileURL else { throw CKError(.assetFileNotFound) }
                fields[key] = .picture(try Data(contentsOf: file))
            default: fatalError("no note has such a value: \(key)")
            }
        }
        let writer = NSKeyedArchiver(requiringSecureCoding: true)
        record.encodeSystemFields(with: writer)
        writer.finishEncoding()
        return Entry(type: record.recordType, fields: fields, system: writer.encodedData)
    }

    /// Takes over what the server has; of two changes the one with more edits stays.
    mutating func receive(_ record: CKRecord) throws {
        let name = record.recordID.recordName
        if deleted.contains(name) { return }
        let theirs = try Mirror.entry(record)
        if var ours = entries[name], ours.isDirty, ours.edit > theirs.edit {
            ours.system = theirs.system
            entries[name] = ours
        } else {
            entries[name] = theirs
        }
    }

    /// The server no longer has a record: whatever was done to it here is gone with it.
    mutating func drop(_ name: String) {
        entries[name] = nil
        deleted.remove(name)
    }

    /// The server has what was sent.
    mutating func settle(_ record: CKRecord) throws {
        let name = record.recordID.recordName
        guard let ours = entries[name] else { return }
        var saved = try Mirror.entry(record)
        // Changed again while it was under way?
        if ours.fields != saved.fields {
            saved.fields = ours.fields
            saved.isDirty = true
        }
        entries[name] = saved
    }
}
