import Foundation
import RecordCore
import RecordService
import Synchronization
import WebServices

/// The content of assets that a server gave out, in files of this process.
///
/// Each content is fetched once, or kept when it is sent, in a file named by its checksum. A file stays
/// while a record in memory has it, and for some minutes after that; the oldest others are removed when
/// all exceed a size. All files go with the service.
final class AssetFiles: Sendable {
    private let transport: any WireTransport
    private let seconds: Double
    private let directory = ProcessDirectory("quarry-fetched-")

    private struct State {
        /// The files, by the checksums of assets, or their addresses where they have none.
        var files: HeldFiles
        /// The task that fetches each file, or has fetched it.
        var tasks: [String: Task<URL, any Error>] = [:]
        var isClosed = false

        mutating func remove(_ key: String) {
            tasks[key] = nil
            files.remove(key)
        }
    }
    private let state: Mutex<State>

    init(_ transport: any WireTransport, options: RemoteServiceOptions) {
        self.transport = transport
        seconds = options.assetSeconds
        state = Mutex(
            State(
                files: HeldFiles(
                    capacity: options.assetFileBytes, patience: options.assetFileSeconds)))
    }

    /// An asset with a file of its content, which stays while the asset is in memory.
    ///
    /// - Throws: As ``file(of:)``.
    func withFile(_ asset: Asset) async throws(ServiceError) -> Asset {
        var held = asset
        held.fileURL = try await file(of: asset)
        held.fileHold = hold(asset) ?? asset.fileHold
        return held
    }

    /// An asset with a file of its content that was fetched or sent before; without a file where a server
    /// would have to be asked.
    func withFileAtHand(_ asset: Asset) async -> Asset {
        var held = asset
        held.fileURL = await fileAtHand(of: asset)
        held.fileHold = held.fileURL == nil ? nil : hold(asset)
        return held
    }

    /// A file with the content of an asset, which stays long enough to be opened.
    ///
    /// - Throws: `assetNotAvailable` when the server no longer has it, or has it damaged; what the network
    ///   says. It throws as soon as the caller is cancelled.
    func file(of asset: Asset) async throws(ServiceError) -> URL {
        guard let source = asset.fileURL else {
            throw ServiceError(StoreError(.assetNotAvailable))
        }
        if source.isFileURL { return source }
        let name = AssetFiles.name(of: asset)
        let key = name ?? source.absoluteString
        let task = state.withLock { state in
            state.files.use(key)
            if let task = state.tasks[key] { return task }
            let task = Task {
                do {
                    let file = try await self.fetch(
                        source, checksum: name, as: name ?? UUID().uuidString)
                    self.note(file, key)
                    return file
                } catch {
                    // Callers that wait may be gone: the next one tries again.
                    self.forgetUnfetched(key)
                    throw error
                }
            }
            state.tasks[key] = task
            return task
        }
        switch await AssetFiles.result(of: task) {
        case .success(let file)?:
            // A program may have moved the file, and systems tidy their temporary directories.
            if FileManager.default.fileExists(atPath: file.path) { return file }
        case .failure(let error)?: throw ServiceError(error)
        case nil: throw ServiceError(CancellationError())
        }
        forget(key, task)
        return try await self.file(of: asset)
    }

    /// What a task gives that others wait for too, and which goes on without the caller; nil as soon as
    /// the caller is cancelled.
    private static func result(of task: Task<URL, any Error>) async -> Result<URL, any Error>? {
        let (results, continuation) = AsyncStream<Result<URL, any Error>>.makeStream()
        Task {
            continuation.yield(await task.result)
            continuation.finish()
        }
        return await results.first { _ in true }
    }

    private func forgetUnfetched(_ key: String) {
        state.withLock { state in
            if !state.files.has(key) { state.remove(key) }
        }
    }

    /// Has the next caller try again, unless another task already does.
    private func forget(_ key: String, _ task: Task<URL, any Error>) {
        state.withLock { state in
            if state.tasks[key] == task { state.remove(key) }
        }
    }

    private func fileAtHand(of asset: Asset) async -> URL? {
        guard let name = AssetFiles.name(of: asset) else { return nil }
        let task = state.withLock { state in
            state.files.use(name)
            return state.tasks[name]
        }
        guard let task else { return nil }
        switch await AssetFiles.result(of: task) {
        case .success(let file)?:
            if FileManager.default.fileExists(atPath: file.path) { return file }
            forget(name, task)
        case .failure?, nil: break  // A fetch that failed told its caller why.
        }
        return nil
    }

    // MARK: Files that stay and files that go

    /// Keeps the file of an asset for as long as the hold is there; nil for a program's own file.
    private func hold(_ asset: Asset) -> FileHold? {
        guard let source = asset.fileURL, !source.isFileURL else { return nil }
        let key = AssetFiles.name(of: asset) ?? source.absoluteString
        let number = state.withLock { $0.files.has(key) ? $0.files.hold(key) : nil }
        guard let number else { return nil }
        return FileHold { [weak self] in
            self?.state.withLock { $0.files.release(key, number) }
        }
    }

    /// Counts a new file, and removes files that are not in use until the others fit.
    private func note(_ file: URL, _ key: String) {
        let size = AssetIntake.size(of: file) ?? 0
        state.withLock { state in
            guard state.tasks[key] != nil, !state.files.has(key) else { return }
            for other in state.files.note(file.path, bytes: size, as: key) {
                state.tasks[other] = nil
            }
        }
    }

    /// Keeps content that a server has taken, so that it is not fetched.
    ///
    /// It is a copy, as the program may change or remove the file that was sent.
    func keep(_ content: WireRequest.Body, checksum: String) async {
        guard AssetFiles.isName(checksum),
            await fileAtHand(of: Asset(checksum: checksum, size: 0)) == nil
        else { return }
        // What cannot be kept is fetched when it is needed.
        guard let file = try? copy(content, checksum: checksum) else { return }
        let isKept = state.withLock { state in
            // Of another task that keeps or fetches the content, assets may hold the file by now.
            guard !state.isClosed, state.tasks[checksum] == nil else { return false }
            state.tasks[checksum] = Task { file }
            return true
        }
        if isKept { note(file, checksum) }
    }

    private func copy(_ content: WireRequest.Body, checksum: String) throws -> URL? {
        let manager = FileManager.default
        try makeDirectory()
        let partial = directory.url.appendingPathComponent("\(checksum)-\(UUID().uuidString)")
        // After success it is not there any more.
        defer { try? manager.removeItem(at: partial) }
        switch content {
        case .bytes(let bytes): try Data(bytes).write(to: partial)
        case .file(let path, _): try manager.copyItem(atPath: path, toPath: partial.path)
        }
        // The program may have changed the file since it was sent.
        guard AssetFiles.hash(of: partial) == checksum else { return nil }
        return try move(partial, to: checksum)
    }

    /// Gives a whole file its name.
    private func move(_ partial: URL, to name: String) throws(ServiceError) -> URL {
        let file = directory.url.appendingPathComponent(name)
        // Another task may have done so: it is the same content.
        guard rename(partial.path, file.path) == 0 else {
            let reason = String(cString: strerror(errno))
            throw ServiceError(TransportError.file(reason), isWrite: false)
        }
        return file
    }

    /// The name of an asset's file; nil where no checksum gives one.
    private static func name(of asset: Asset) -> String? {
        asset.checksum.flatMap { isName($0) ? $0 : nil }
    }

    private static func isName(_ checksum: String) -> Bool {
        checksum.utf8.count == 64
            && checksum.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
    }

    private func fetch(
        _ source: URL, checksum: String?, as name: String
    ) async throws(ServiceError) -> URL {
        let manager = FileManager.default
        try makeDirectory()
        let partial = directory.url.appendingPathComponent("\(name)-\(UUID().uuidString)")
        // After success it is not there any more.
        defer { try? manager.removeItem(at: partial) }
        let reply: RemoteReply
        do {
            reply = try await transport.send(
                WireRequest("GET", source.absoluteString), writingTo: partial, within: seconds)
        } catch {
            throw ServiceError(error, isWrite: false)
        }
        guard reply.status == 200 else {
            let error = ServiceError(reply)
            if reply.status == 404 { throw ServiceError(StoreError(.assetNotAvailable)) }
            guard error.code == .internalError else { throw error }
            // The server's own word, which a failure on this machine is not.
            throw ServiceError(
                .serverRejectedRequest, nil, "The server cannot read the content of an asset")
        }
        if let checksum, AssetFiles.hash(of: partial) != checksum {
            throw ServiceError(
                .assetNotAvailable, nil, "The content of an asset is not what its record says")
        }
        return try move(partial, to: name)
    }

    /// Makes the directory, unless the files have gone for good.
    private func makeDirectory() throws(ServiceError) {
        do {
            try state.withLock { state in
                guard !state.isClosed else { throw CancellationError() }
                try directory.make()
            }
        } catch {
            throw ServiceError(TransportError.file(error.localizedDescription), isWrite: false)
        }
    }

    /// The checksum of a file's content, read piece by piece; nil when it cannot be read.
    private static func hash(of file: URL) -> String? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        // It was only read.
        defer { try? handle.close() }
        var hash = ContentHash()
        do {
            while let part = try handle.read(upToCount: 1 << 18), !part.isEmpty {
                hash.add(part)
            }
        } catch {
            return nil
        }
        return hash.finish()
    }

    /// Removes every file; there are none from then on.
    func removeAll() {
        state.withLock { state in
            for task in state.tasks.values { task.cancel() }
            state.tasks = [:]
            state.files.removeAll()
            state.isClosed = true
            // Under the lock, so that no task makes the directory meanwhile.
            directory.remove()
        }
    }
}
