#if Server
import Foundation
import RecordCore
import RecordService
import CloudKitClient
import WebServices

/// A container of a server on its way to being used.
struct RemoteContainer {
    let identifier: String
    let url: URL
    let cloud: LocalCloud

    private var server: LocalCloud.ServerSettings { cloud.settings.server }

    /// What requests go through; with a management token the container is made as the settings
    /// say where it is new.
    func open() async throws -> any CloudService {
        let transport = try transport()
        if let token = server.managementToken { try await prepare(transport, token) }
        let service = RemoteService(
            options, transport: transport, credentials: credentials,
            faults: cloud.faults.service)
        if server.managementToken != nil {
            for identity in cloud.known { try await service.setIdentity(identity) }
        }
        return service
    }

    private var name: String { server.namespace.map { "\(identifier).\($0)" } ?? identifier }

    private var environment: EndpointPath.Environment {
        cloud.settings.environment == .production ? .production : .development
    }

    private var credentials: RemoteCredentials {
        if let token = server.managementToken { return .management(token) }
        guard let token = server.apiToken else { return .none }
        let changed = server.webAuthTokenChanged
        return .app(
            apiToken: token, user: server.webAuthToken.map { WebAuthToken($0, changed: changed) })
    }

    private var options: RemoteServiceOptions {
        let settings = cloud.settings
        var options = RemoteServiceOptions(container: name)
        options.identifier = identifier
        options.environment = environment
        options.profile = settings.options.profile
        options.nilZoneMeansAllZones = settings.nilZoneMeansAllZones
        options.clock = settings.isClockSet ? settings.clock : nil
        options.requestSeconds = server.requestSeconds
        options.assetBytes = settings.assetBytes
        return options
    }

    private func transport() throws -> any WireTransport {
        guard let host = url.host, let scheme = url.scheme?.lowercased() else {
            throw CKError(.badContainer, "\(url) is not the URL of a server")
        }
        guard scheme == "https" || server.allowsPlainText || RemoteLocation.isLoopback(host)
        else {
            throw CKError(
                .badContainer,
                "http would send tokens over the network unencrypted; write https")
        }
        var text = url.absoluteString
        if text.hasSuffix("/") { text.removeLast() }
        var options = TransportOptions()
        options.certificateFile = server.certificateFile
        do {
            return try HTTPTransport(text, options: options)
        } catch {
            throw CKError(ServiceError(error, isWrite: false))
        }
    }

    /// Has the server make the container as the settings say; one that exists stays as it is.
    private func prepare(_ transport: any WireTransport, _ token: String) async throws {
        let schema = try cloud.settings.readSchema()
        let administration = ContainerMaker(transport, token: token)
        if let wanted = cloud.settings.containerSettings {
            try await administration.make(name, wanted)
        }
        if let schema {
            try await administration.updateSchema(of: name, environment) {
                cloud.settings.merged(schema, into: $0)
            }
        }
    }
}

extension LocalCloud.Settings {
    /// What a server is to do otherwise than it does by itself; nil where nothing is.
    var containerSettings: [String: Value]? {
        var settings: [String: Value] = [:]
        let usual = LocalCloud.Settings()
        for (name, size) in StoreLimits.settings
        where limits[keyPath: size] != usual.limits[keyPath: size] {
            settings[name] = .int(Int64(limits[keyPath: size]))
        }
        if requestBytes != usual.requestBytes {
            settings["requestBytes"] = .int(Int64(requestBytes))
        }
        if deletionLifetime != usual.deletionLifetime {
            settings["deletionLifetime"] = .double(deletionLifetime)
        }
        if let quotaBytes { settings["quotaBytes"] = .int(Int64(quotaBytes)) }
        if environment == .strict { settings["strict"] = .int(1) }
        return settings.isEmpty ? nil : settings
    }
}
#endif
