import Foundation
import RecordCore
import RecordService
import Synchronization
import WebServices

/// The content of assets that a server gave out, in files of this process.
///
/// Each content is fetched once, or kept when it is sent, in a file named by its checksum; the files go
/// with the service.
final class AssetFiles: Sendable {
    private let transport: any WireTransport
    private let seconds: Double
    private let directory = ProcessDirectory("quarry-fetched-")

    private struct State {
        var fetches: [String: Task<URL, any Error>] = [:]
        var isClosed = false
    }
    private let state = Mutex(State())

    init(_ transport: any WireTransport, options: RemoteServiceOptions) {
        self.transport = transport
        seconds = options.assetSeconds
    }

    /// A file with the content of an asset.
    ///
    /// - Throws: `assetNotAvailable` when the server no longer has it; what the network says.
    func file(of asset: Asset) async throws(ServiceError) -> URL {
        guard let source = asset.fileURL else {
            throw ServiceError(StoreError(.assetNotAvailable))
        }
        if source.isFileURL { return source }
        let name = asset.checksum.flatMap { AssetFiles.isName($0) ? $0 : nil }
        let key = name ?? source.absoluteString
        let (task, isNew) = state.withLock { state in
            if let task = state.fetches[key] { return (task, false) }
            let task = Task {
                try await self.fetch(source, checksum: name, as: name ?? UUID().uuidString)
            }
            state.fetches[key] = task
            return (task, true)
        }
        // The next caller tries again, unless another task already does.
        func forget() {
            state.withLock { state in
                if state.fetches[key] == task { state.fetches[key] = nil }
            }
        }
        do {
            let file = try await task.value
            // A program may have moved the file, and systems tidy their temporary directories.
            if isNew || FileManager.default.fileExists(atPath: file.path) { return file }
        } catch {
            forget()
            throw ServiceError(error)
        }
        forget()
        return try await self.file(of: asset)
    }

    /// The file with the content of an asset that was fetched or sent before; nil where a server would have
    /// to be asked.
    func fileAtHand(of asset: Asset) async -> URL? {
        guard let checksum = asset.checksum,
            let task = state.withLock({ $0.fetches[checksum] }),
            // A fetch that failed told its caller why.
            let file = try? await task.value, FileManager.default.fileExists(atPath: file.path)
        else { return nil }
        return file
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
        let kept = Task<URL, any Error> { file }
        state.withLock { state in
            if !state.isClosed { state.fetches[checksum] = kept }
        }
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
            if reply.status == 404 { throw ServiceError(StoreError(.assetNotAvailable)) }
            throw ServiceError(reply)
        }
        if let checksum, AssetFiles.hash(of: partial) != checksum {
            throw ServiceError(
                .networkFailure, nil, "The content of an asset did not arrive whole")
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
            for task in state.fetches.values { task.cancel() }
            state = State(isClosed: true)
            // Under the lock, so that no task makes the directory meanwhile.
            directory.remove()
        }
    }
}
