import RecordCore
import WebServices

/// What one container does otherwise than the others of a server that keeps nothing.
///
///     var settings = ContainerSettings()
///     settings.quotaBytes = 10_000
///     try await registry.create("iCloud.a", settings)
///
/// For tests of what an app does at a limit. Nil is what the server's options say.
package struct ContainerSettings: Hashable, Sendable {
    /// Whether the development environment refuses unknown types and fields.
    package var isStrict: Bool?
    /// Bytes that a private database may hold.
    package var quotaBytes: Int?
    /// Bytes of records, without their assets, in one request.
    package var requestBytes: Int?
    /// Limits of its store, by their names in ``StoreLimits/settings``.
    package var sizes: [String: Int] = [:]
    /// Seconds that deletions are remembered.
    package var deletionLifetime: Double?

    /// Creates settings that change no limit.
    package init() {}

    /// Limits of a store, changed as the settings say.
    func changed(_ limits: StoreLimits) -> StoreLimits {
        var limits = limits
        for (name, size) in StoreLimits.settings {
            if let number = sizes[name] { limits[keyPath: size] = number }
        }
        limits.tombstoneLifetime = deletionLifetime ?? limits.tombstoneLifetime
        return limits
    }
}

extension AdministrationObject {
    /// The settings that the members say; unknown ones mean nothing.
    func containerSettings() throws -> ContainerSettings {
        var settings = ContainerSettings()
        if members["strict"] != nil { settings.isStrict = try isOn("strict") }
        settings.quotaBytes = try size("quotaBytes")
        settings.requestBytes = try size("requestBytes")
        for (name, _) in StoreLimits.settings {
            let isOfRequests = name == "pageSize" || name == "itemsPerRequest"
            settings.sizes[name] = try size(name, from: isOfRequests ? 1 : 0)
        }
        settings.deletionLifetime = try double("deletionLifetime").map { max(0, $0) }
        return settings
    }

    private func size(_ name: String, from least: Int = 0) throws -> Int? {
        guard let number = try number(name) else { return nil }
        guard number >= least, number <= 1 << 40 else {
            throw AdministrationError(.badRequest, "\(name) is no size")
        }
        return number
    }
}
