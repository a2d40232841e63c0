import Foundation
import ObjectCore
import Stores
import Synchronization

/// A store in a file that is read when it is opened, and written when it is new and by each save:
/// `NSBinaryStoreType`.
///
/// The form of the file is this module's own.
final class BinaryStore: NSAtomicStore, @unchecked Sendable {
    // Unchecked: the number and the stamp are under locks, the file is there while the store is opened.
    private struct File: Codable {
        /// A binary property list.
        var metadata: Data
        /// The last number that an object was given.
        var last: Int64
        var objects: [Object]

        var entries: [String: Any] { (MetadataValue.read(metadata) ?? [:]).mapValues(\.any) }

        static func metadata(_ entries: [String: Any]) -> Data {
            MetadataValue.written(entries.compactMapValues(MetadataValue.init(any:))) ?? Data()
        }
    }

    private struct Object: Codable {
        var entity: String
        var number: Int64
        var values: [String: StoredValue] = [:]
        var links: [String: [Int64]] = [:]
    }

    /// Which file is at a place, and of which save; every save makes another one.
    private struct Stamp: Equatable {
        let numbers: [Int64]

        /// Nil where there is no file.
        init?(_ url: URL) {
            var status = stat()
            guard stat(url.path, &status) == 0 else { return nil }
            let changed = status.st_mtim
            numbers = [
                Int64(status.st_dev), Int64(bitPattern: UInt64(status.st_ino)),
                Int64(status.st_size), Int64(changed.tv_sec), Int64(changed.tv_nsec),
            ]
        }
    }

    private let last = Mutex<Int64>(0)
    private var file: File?
    /// Whether there was nothing to read when it was opened.
    private var isNew = true
    /// What the file was when this store read or wrote it, under the lock of the objects.
    private var stamp: Stamp?
    /// Held from the comparison of a file until another one is in its place.
    private static let writing = NSLock()

    // MARK: Reading

    override func prepare() throws {
        try super.prepare()
        // A new store has its file, with its metadata, from the moment it is added.
        if isNew, !isReadOnly { try save() }
    }

    override func loadMetadata() throws {
        guard let url else { return }
        // Before the file is read: another program may replace it meanwhile.
        stamp = Stamp(url)
        guard let found = try Self.read(url) else { return }
        file = found
        isNew = false
        metadata = found.entries
    }

    override func load() throws {
        guard let found = file else { return }
        file = nil
        last.withLock { $0 = found.last }
        let entities = owner?.managedObjectModel.entitiesByName ?? [:]
        for object in found.objects {
            guard let entity = entities[object.entity], let runtime = entity.inUse else {
                throw NSError.coreData(
                    NSPersistentStoreIncompatibleSchemaError,
                    "The store has objects of '\(object.entity)', which is not in the model.")
            }
            let node = NSAtomicStoreCacheNode(objectID: identifier(entity, object.number))
            for (name, value) in object.values {
                guard let place = runtime.attributePlace(name) else { continue }
                node.setValue(runtime.bridged(value.value, at: place), forKey: name)
            }
            for (name, numbers) in object.links {
                guard let relationship = entity.relationshipsByName[name],
                    let destination = relationship.destinationEntity
                else { continue }
                let targets = numbers.map { identifier(destination, $0) }
                node.setValue(relationship.isToMany ? targets : targets.first, forKey: name)
            }
            addCacheNodes([node])
        }
    }

    private static func read(_ url: URL) throws -> File? {
        guard url.isFileURL else {
            throw NSError.coreData(
                NSPersistentStoreOpenError, "The URL of a binary store must be that of a file.")
        }
        guard url.path != "/dev/null", FileManager.default.fileExists(atPath: url.path) else {
            return nil
        }
        let data = try Data(contentsOf: url)
        if data.isEmpty { return nil }
        do {
            return try JSONDecoder().decode(File.self, from: data)
        } catch {
            throw NSError.coreData(
                259,  // NSFileReadCorruptFileError
                "The file is damaged, or no binary store of this module: those of Apple's frameworks "
                    + "are not read.",
                [NSFilePathErrorKey: url.path, NSUnderlyingErrorKey: error])
        }
    }

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        guard let file = try read(url) else { throw CocoaError(.fileReadNoSuchFile) }
        return file.entries
    }

    override class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreAt url: URL
    ) throws {
        try writing.withLock {
            guard var file = try read(url) else { throw CocoaError(.fileReadNoSuchFile) }
            let own = file.entries.filter { ownKeys.contains($0.key) }
            file.metadata = File.metadata((metadata ?? [:]).merging(own) { $1 })
            try StoreProblems.translating { try write(file, to: url) }
        }
    }

    /// What says which store it is and which model its objects have, as a program cannot change it.
    private static let ownKeys: Set = [
        NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey,
        NSStoreModelVersionIdentifiersKey, NSPersistentStoreModelVersionChecksumKey,
    ]

    // MARK: Writing

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        last.withLock { last in
            last += 1
            return last
        }
    }

    override func save() throws {
        // The null device stands for memory.
        guard let url, url.path != "/dev/null" else { return }
        let objects = try cacheNodes().map { node in
            let runtime = node.objectID.runtime
            var object = Object(entity: runtime.name, number: number(node.objectID.key))
            for attribute in runtime.entity.attributes {
                let value = try runtime.stored(
                    node.value(forKey: attribute.name), at: attribute.place)
                object.values[attribute.name] = try StoredValue(value, attribute.name)
            }
            for relationship in runtime.entity.toOnes + runtime.entity.toManys {
                let value = node.value(forKey: relationship.name)
                let targets = relationship.isToMany ? Self.members(value) ?? [] : [value as Any]
                object.links[relationship.name] = targets.compactMap { key($0) }.map(number)
            }
            return object
        }
        // The file may have been of another version.
        let its = try owner.map {
            StoreOpening.metadata(
                of: $0.managedObjectModel, try $0.managedObjectModel.part(configured)
            ).mapValues(\.any)
        }
        let entries = (metadata ?? [:]).merging(its ?? [:]) { $1 }
        let file = File(
            metadata: File.metadata(entries), last: last.withLock { $0 },
            objects: objects.sorted { $0.number < $1.number })
        try Self.writing.withLock {
            // A file that was removed is written again.
            if let found = Stamp(url), found != stamp {
                throw NSError.coreData(
                    NSPersistentStoreSaveError,
                    "Another store or program has replaced the file since this store read it.",
                    [
                        NSFilePathErrorKey: url.path,
                        NSLocalizedRecoverySuggestionErrorKey:
                            "Remove the store from its coordinator and add it again, to have what is in "
                            + "the file now.",
                    ])
            }
            try Self.write(file, to: url)
            stamp = Stamp(url)
        }
        keep(its ?? [:])
    }

    private func number(_ key: ObjectKey) -> Int64 {
        switch link.references?.reference(key.row) {
        case let number as Int64: number
        case let number as NSNumber: number.int64Value
        default: key.row  // Every object was named by a number.
        }
    }

    /// Writes a file that takes the place of the other one, with its rights, when it is on the disk.
    private static func write(_ file: File, to url: URL) throws {
        // A link stays, also where its file is not there yet.
        let place = StoreFile.target(of: url.path)
        let name = ".\((place as NSString).lastPathComponent).\(UUID().uuidString)"
        let folder = URL(fileURLWithPath: place).deletingLastPathComponent().path
        let new = (folder as NSString).appendingPathComponent(name)
        let data = try JSONEncoder().encode(file)
        let isThere = access(place, F_OK) == 0
        guard !isThere || access(place, W_OK) == 0 else {
            throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: place])
        }
        do {
            if isThere { try StoreFile.create(new, like: place) }
            try data.write(to: URL(fileURLWithPath: new))
            try StoreFile.sync(new)
            guard rename(new, place) == 0 else {
                throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: place])
            }
        } catch {
            // The error before it is the one to report.
            try? FileManager.default.removeItem(atPath: new)
            throw error
        }
        // Not every file system takes it of a folder, and the file is in its place.
        try? StoreFile.sync(folder)
    }
}

/// A value of an attribute as a binary store has it.
private enum StoredValue: Codable {
    case int(Int64)
    /// The bits, since JSON has no number that is none.
    case double(UInt64)
    case decimal(String)
    case text(String)
    case date(UInt64)
    case bytes(Data)
    case uuid(UUID)
    case url(String)
    case parts([String: StoredValue])

    /// Nil for no value.
    init?(_ value: Value, _ name: String) throws {
        switch value {
        case .null: return nil
        case .int(let number): self = .int(number)
        case .double(let number): self = .double(number.bitPattern)
        case .decimal(let number): self = .decimal(number.description)
        case .text(let text): self = .text(text)
        case .date(let date): self = .date(date.timeIntervalSinceReferenceDate.bitPattern)
        case .bytes(let bytes): self = .bytes(bytes)
        case .uuid(let identifier): self = .uuid(identifier)
        case .url(let url): self = .url(url.absoluteString)
        case .dictionary(let parts):
            self = .parts(try parts.compactMapValues { try StoredValue($0, name) })
        case .reference, .location, .asset, .list, .object:
            throw NSError.coreData(
                NSCoreDataError, "A binary store cannot keep the value of the attribute '\(name)'.")
        }
    }

    var value: Value {
        switch self {
        case .int(let number): .int(number)
        case .double(let bits): .double(Double(bitPattern: bits))
        case .decimal(let text): Decimal(string: text).map(Value.decimal) ?? .null
        case .text(let text): .text(text)
        case .date(let bits):
            .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
        case .bytes(let bytes): .bytes(bytes)
        case .uuid(let identifier): .uuid(identifier)
        case .url(let text): URL(string: text).map(Value.url) ?? .null
        case .parts(let parts): .dictionary(parts.mapValues(\.value))
        }
    }
}
