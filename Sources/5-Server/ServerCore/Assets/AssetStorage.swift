import Accounts
import Foundation
import RecordCore
import RecordService
import Synchronization
import WebServices

/// Assets on their way in and out: URLs to send to and to read from, what was sent and waits for
/// its record.
///
/// URLs and receipts say everything themselves, sealed with the server's secret; the disk has
/// only the files. An upload that no record needs is removed when its receipt is no longer good.
final class AssetStorage: Sendable {
    /// What an upload URL is good for.
    struct UploadTarget: Hashable, Sendable {
        var container: ContainerRegistry.Key
        var user: String
        var slot: AssetSlot

        var parts: [String] {
            [
                container.container, container.environment.rawValue, user,
                String(slot.database.rawValue), slot.record.name, slot.record.zone.name,
                slot.record.zone.owner, slot.field,
            ]
        }

        /// The place that parts name; nil where they name none.
        init?(parts: ArraySlice<String>) {
            let parts = Array(parts)
            guard parts.count == 8,
                let environment = EndpointPath.Environment(rawValue: parts[1]),
                let database = Int(parts[3]).flatMap(ServiceSession.Database.init)
            else { return nil }
            container = ContainerRegistry.Key(parts[0], environment)
            user = parts[2]
            slot = AssetSlot(
                parts[7],
                of: RecordID(parts[4], zone: ZoneID(parts[5], owner: parts[6])), type: nil,
                in: database)
        }

        init(container: ContainerRegistry.Key, user: String, slot: AssetSlot) {
            self.container = container
            self.user = user
            self.slot = slot
            // Clients name themselves either way; it is the same zone.
            if slot.database != .public, slot.record.zone.owner.hasSameBytes(as: user) {
                self.slot.record.zone.owner = ZoneID.currentOwner
            }
        }

        /// The database of the store that the record is kept in.
        var home: DatabaseScope {
            switch slot.database {
            case .public: .public
            case .private: .private(user: user)
            case .shared: DatabaseScope.shared(user: user).home(of: slot.record.zone)
            }
        }

        /// Container, user and whose content it is: what all places have in common between which
        /// an asset needs no second upload.
        var homeParts: [String] {
            let owner =
                switch home {
                case .public: ""
                case .private(let user), .shared(let user): user
                }
            return [
                container.container, container.environment.rawValue, user,
                String(slot.database.rawValue), owner,
            ]
        }

        /// Whether the parts of another place name the same record, or none.
        ///
        /// The field may be another: of two fields with the same content, a client sends the
        /// receipts by checksum, and one of them stands for both.
        func isRecord(of parts: ArraySlice<String>) -> Bool {
            var parts = Array(parts.dropLast())
            if parts.count > 4, parts[4].isEmpty { parts[4] = slot.record.name }
            return parts.elementsEqual(self.parts.dropLast())
        }
    }

    private let seal: Seal
    private let limits: HostLimits
    let directory: String
    private let isTemporary: Bool
    /// Keeps other servers from removing a temporary directory.
    private let lock: DirectoryLock?
    /// Checksums of bodies that were just received, by path.
    private let received = Mutex<[String: String]>([:])
    /// The file of the body that is sent to an upload URL, until its request is answered.
    private let arriving = Mutex<[String: String]>([:])
    /// Held while the first use of an upload URL is written or read.
    private let uses = Mutex(())

    init(_ options: HostOptions, seal: Seal) throws {
        self.seal = seal
        limits = options.limits
        switch options.location {
        case .directory(let path):
            directory = path + "/uploads"
            isTemporary = false
            lock = nil
            try PrivateFiles.makeDirectory(directory)
        // Of a database, only what is on its way is here.
        case .memory, .database:
            isTemporary = true
            let parent = FileManager.default.temporaryDirectory.path
            LeftUploads.remove(in: parent)
            directory = "\(parent)/\(LeftUploads.prefix)\(UUID().uuidString)"
            // Here, since the lock waits for the disk where it makes a directory.
            try PrivateFiles.makeDirectory(directory)
            // A file system without locks has none for other servers either, which then remove nothing.
            lock = try? DirectoryLock(directory)
        }
    }

    // MARK: In

    /// A file to receive a body in.
    func newBody() throws -> BodyFile { try newBody(at: newPath()) }

    /// A file to receive the body in that is sent to an upload URL; one at a time, since each may be as
    /// long as an asset, and an upload URL is for one.
    ///
    /// - Throws: ``WireError`` where the path is none, or another body is on its way to it.
    func newBody(sentTo path: String, at now: Date) throws -> BodyFile {
        guard let upload = upload(path, at: now)?[0] else {
            throw WireError(.notFound, "upload url is unknown or has expired")
        }
        let file = newPath(upload + "-")
        let isFirst = arriving.withLock { arriving in
            if arriving[upload] != nil { return false }
            arriving[upload] = file
            return true
        }
        // The client of a connection that broke sends the same again before its end is noticed here.
        guard isFirst else {
            throw WireError(
                .tryAgainLater, "another body is being sent to this upload url", retryAfter: 5)
        }
        do {
            return try newBody(at: file)
        } catch {
            discard(file)
            throw error
        }
    }

    private func newPath(_ name: String = "") -> String {
        "\(directory)/incoming-\(name)\(UUID().uuidString)"
    }

    private func newBody(at path: String) throws -> BodyFile {
        try BodyFile(path: path) { [weak self] checksum in
            guard let self else { return }
            guard let checksum else { return discard(path) }
            received.withLock { $0[path] = checksum }
        }
    }

    /// Lets go of what was received in a file and not kept.
    func discard(_ path: String) {
        _ = received.withLock { $0.removeValue(forKey: path) }
        arriving.withLock { arriving in
            // The name has the upload in it, which may have another file meanwhile.
            let name = (path as NSString).lastPathComponent
            let upload = String(name.dropFirst("incoming-".count).prefix(36))
            if arriving[upload] == path { arriving[upload] = nil }
        }
        unlink(path)
    }

    /// The path to which an asset may be sent.
    func uploadPath(for place: UploadTarget, at now: Date) -> String {
        "/assets/upload/"
            + seal.text(
                "upload", [UUID().uuidString.lowercased()] + place.parts,
                until: now.addingTimeInterval(limits.uploadLifetime))
    }

    /// Whether a path is one to which an asset may be sent now.
    func isUploadPath(_ path: some StringProtocol, at now: Date) -> Bool {
        upload(path, at: now) != nil
    }

    /// The container that an upload URL is of; nil where it is none, or is no longer good.
    func uploadContainer(_ path: some StringProtocol, at now: Date) -> ContainerRegistry.Key? {
        upload(path, at: now).flatMap { UploadTarget(parts: $0.dropFirst())?.container }
    }

    private func upload(_ path: some StringProtocol, at now: Date) -> [String]? {
        guard path.hasPrefix("/assets/upload/") else { return nil }
        let parts = seal.parts("upload", in: path.dropFirst("/assets/upload/".count), at: now)
        return parts?.count == 9 ? parts : nil
    }

    /// Keeps what was sent and gives a receipt for it.
    ///
    /// - Parameter ingest: Gives content to the store that is to hold it; nil where the store
    ///   takes it only with its record, which then has to be saved at this server.
    /// - Throws: ``WireError`` where the path is none or the asset too large.
    func keep(
        _ body: WireRequest.Body, sentTo path: String, at now: Date,
        ingest: (_ file: URL, _ place: UploadTarget) async throws -> Asset?
    ) async throws -> AssetReceipt {
        let file: String
        switch body {
        case .file(let path, _):
            file = path
        case .bytes(let bytes):
            let written = try newBody()
            do {
                try bytes.withUnsafeBytes(written.write)
            } catch {
                written.discard()
                throw error
            }
            _ = try written.finish()
            file = written.path
        }
        let sum = received.withLock { $0.removeValue(forKey: file) } ?? ""
        // Whatever happens from here, nothing stays under the first name.
        defer { unlink(file) }
        guard let parts = upload(path, at: now), let place = UploadTarget(parts: parts.dropFirst())
        else {
            throw WireError(.notFound, "upload url is unknown or has expired")
        }
        let size = FileSize.of(file)
        guard size <= limits.assetBytes else {
            throw WireError(
                .quotaExceeded, "asset is larger than \(limits.assetBytes) bytes")
        }
        guard sum.utf8.count == 64 else {
            throw WireError(.badRequest, "the asset did not arrive whole")
        }
        // A second sender at the same moment must not read half a checksum.
        guard try uses.withLock({ _ in try isFirst(sum, sentTo: parts[0]) }) else {
            throw WireError(.badRequest, "upload url was used for something else")
        }
        if let asset = try await ingest(URL(fileURLWithPath: file), place) {
            guard asset.checksum == sum, let receipt = receipt(for: asset, in: place, at: now)
            else { throw WireError(.badRequest, "the asset did not arrive whole") }
            return AssetReceipt(checksum: sum, size: size, receipt: receipt)
        }
        let name = "\(parts[0])-\(sum)"
        guard rename(file, "\(directory)/\(name)") == 0 else {
            throw StoreError(.cannotOpen, engineMessage: String(cString: strerror(errno)))
        }
        let receipt = seal.text(
            "receipt", [name, String(size)] + parts.dropFirst(),
            until: now.addingTimeInterval(limits.receiptLifetime))
        return AssetReceipt(checksum: sum, size: size, receipt: receipt)
    }

    /// Whether nothing else was sent to an upload URL before; the same content may come again.
    private func isFirst(_ checksum: String, sentTo upload: String) throws -> Bool {
        let path = "\(directory)/\(upload)"
        let bytes = Array(checksum.utf8)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            // Of a disk that is full, or too many open files, the client hears that.
            guard errno == EEXIST else { throw BodyFile.failure(path) }
            // A file that cannot be read is not the one that was received.
            return (try? Data(contentsOf: URL(fileURLWithPath: path))) == Data(bytes)
        }
        defer { Glibc.close(file) }
        guard write(file, bytes, bytes.count) == bytes.count else {
            let failure = BodyFile.failure(path)
            // Half a checksum would refuse the content that it is of.
            unlink(path)
            throw failure
        }
        return true
    }

    /// The asset of which an upload gave a receipt; nil when it is none for this place.
    func asset(receipt: String, for place: UploadTarget, at now: Date) -> Asset? {
        if let parts = seal.parts("copy", in: receipt, at: now), parts.count == 10 {
            guard place.isRecord(of: parts.dropFirst(2)), let size = Int64(parts[1]) else {
                return nil
            }
            return Asset(checksum: parts[0], size: size)
        }
        if let parts = seal.parts("reference", in: receipt, at: now), parts.count == 7 {
            guard parts.dropFirst(2).elementsEqual(place.homeParts), let size = Int64(parts[1])
            else { return nil }
            return Asset(checksum: parts[0], size: size)
        }
        guard let parts = seal.parts("receipt", in: receipt, at: now), parts.count == 10,
            place.isRecord(of: parts.dropFirst(2))
        else { return nil }
        let path = "\(directory)/\(parts[0])"
        guard FileSize.of(path) == Int64(parts[1]), access(path, R_OK) == 0 else { return nil }
        return Asset(fileURL: URL(fileURLWithPath: path))
    }

    /// A receipt for an asset that the store holds already.
    func receipt(for asset: Asset, in place: UploadTarget, at now: Date) -> String? {
        guard let checksum = asset.checksum, let size = asset.size else { return nil }
        return seal.text(
            "copy", [checksum, String(size)] + place.parts,
            until: now.addingTimeInterval(limits.receiptLifetime))
    }

    /// A receipt for an asset that was read from a place, for every record of its database.
    func receipt(for asset: Asset, from place: UploadTarget, at now: Date) -> String? {
        guard let checksum = asset.checksum, let size = asset.size else { return nil }
        return seal.text(
            "reference", [checksum, String(size)] + place.homeParts,
            until: now.addingTimeInterval(limits.receiptLifetime))
    }

    // MARK: Out

    /// The path from which an asset may be read for a while.
    func downloadPath(
        _ asset: Asset, in home: DatabaseScope, of container: ContainerRegistry.Key, at now: Date
    ) -> String? {
        guard let checksum = asset.checksum, let size = asset.size else { return nil }
        // To the hour, so that a browser that asks again finds the same URL in its cache.
        let expiry = ((now.timeIntervalSince1970 + limits.downloadLifetime) / 3600).rounded(.up)
        // The one who asks has the address only: it says in whose database the content is.
        let owner =
            switch home {
            case .public: "-"
            case .private(let user), .shared(let user): SecretText.base64URL(Array(user.utf8))
            }
        let rest =
            "\(container.environment.rawValue)/\(owner)/\(checksum)/\(size)/\(UInt64(expiry))"
        // The name itself is signed, since clients write its escapes in their own way.
        let signature = seal.signature("download", of: "\(container.container)/\(rest)")
        // With few escapes: clients escape the URL once more, since Apple's have a `${f}` in them.
        let name = ContainerName.escaped(container.container)
        return "/assets/download/\(name)/\(rest)/\(signature)"
    }

    /// What a path stands for; nil when it was not made here or is no longer good.
    func download(
        _ path: String, at now: Date
    ) -> (container: ContainerRegistry.Key, asset: Asset, home: DatabaseScope)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        // What follows may be a file's name, as clients put one there.
        guard parts.count == 9 || parts.count == 10, parts[0] == "assets",
            parts[1] == "download", let name = parts[2].removingPercentEncoding,
            seal.isSignature(
                parts[8], "download", of: "\(name)/" + parts[3...7].joined(separator: "/")),
            let environment = EndpointPath.Environment(rawValue: String(parts[3])),
            let owner = SecretText.bytes(base64URL: parts[4] == "-" ? "" : parts[4]),
            let size = Int64(parts[6]), let hours = Double(parts[7]),
            hours * 3600 >= now.timeIntervalSince1970
        else { return nil }
        return (
            ContainerRegistry.Key(name, environment),
            Asset(checksum: String(parts[5]), size: size),
            owner.isEmpty ? .public : .private(user: String(decoding: owner, as: UTF8.self))
        )
    }

    // MARK: Tidying

    /// Removes what was sent and not saved in time; gives the number of files.
    @discardableResult
    func sweep(at now: Date) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        var count = 0
        for name in names where name != DirectoryLock.fileName {
            let path = "\(directory)/\(name)"
            let life =
                name.hasPrefix("incoming-") ? limits.uploadLifetime : limits.receiptLifetime
            guard
                // A file that went meanwhile needs no removing.
                let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                let date = attributes[.modificationDate] as? Date,
                date < now.addingTimeInterval(-life - 60)
            else { continue }
            if unlink(path) == 0 { count += 1 }
        }
        return count
    }

    /// Removes everything that would not survive the program anyway.
    func close() {
        if isTemporary { try? FileManager.default.removeItem(atPath: directory) }
        lock?.release()
    }
}
