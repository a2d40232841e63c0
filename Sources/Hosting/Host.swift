public import Foundation
public import RecordCore
import StoreOpener
public import WebServices

/// What one server hosts, without HTTP: containers, accounts, administration.
///
///     let host = try await Host(HostOptions(directory: "/var/lib/quarry"))
///     let reply = await host.answer(WireRequest("GET", "/health"))
///     try await host.close()
///
/// `answer` may be called from many tasks at once. Every failure is a reply.
public final class Host: Sendable {
    /// What is hosted, and how it behaves.
    public let options: HostOptions
    /// The containers.
    public let containers: ContainerRegistry
    /// Where accounts, tokens and keys are kept.
    public let store: any RecordStore

    /// Opens the server's own store; containers are opened when they are first asked for.
    ///
    /// - Throws: What opening a store throws; ``HostError`` where another server uses the
    ///   directory.
    public init(_ options: HostOptions) async throws {
        self.options = options
        containers = try ContainerRegistry(options)
        switch options.place {
        case .memory: store = try await StoreLocation.memory.open()
        case .directory(let path):
            store = try await StoreLocation.sqlite(path: path + "/server.db").open(
                durability: options.durability)
        }
    }

    /// What time it is.
    public var now: Date { options.clock() }

    /// Answers one request; every failure is a reply.
    public func answer(_ request: WireRequest) async -> WireReply {
        WireReply(404)
    }

    /// Finishes what was acknowledged and closes every store.
    ///
    /// Later requests are answered that the server is closing.
    public func close() async throws {
        try await containers.close()
        try await store.close()
    }
}
