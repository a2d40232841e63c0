import Foundation
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
    /// Records of a page when a program leaves the number to the server.
    package var pageSize: Int?
    /// Records and deletions in one request of a native client.
    package var itemsPerRequest: Int?
    /// Bytes of a record without its assets.
    package var recordBytes: Int?
    /// Bytes of an asset.
    package var assetBytes: Int?
    /// `deleteSelf` references that may point at one record.
    package var owningReferences: Int?
    /// Fields of a record type.
    package var fieldsPerType: Int?
    /// Zones of a database.
    package var zonesPerDatabase: Int?
    /// Characters of a record's or zone's name.
    package var nameLength: Int?
    /// Values on the right of IN, and words of a search.
    package var valuesPerFilter: Int?
    /// Seconds that deletions are remembered.
    package var deletionLifetime: Double?

    /// Creates settings that change no limit.
    package init() {}

    /// Limits of a store, changed as the settings say.
    func changed(_ limits: StoreLimits) -> StoreLimits {
        var limits = limits
        limits.defaultPage = pageSize ?? limits.defaultPage
        limits.itemsPerRequest = itemsPerRequest ?? limits.itemsPerRequest
        limits.recordBytes = recordBytes ?? limits.recordBytes
        limits.assetBytes = assetBytes ?? limits.assetBytes
        limits.owningReferences = owningReferences ?? limits.owningReferences
        limits.fieldsPerType = fieldsPerType ?? limits.fieldsPerType
        limits.zonesPerDatabase = zonesPerDatabase ?? limits.zonesPerDatabase
        limits.nameLength = nameLength ?? limits.nameLength
        limits.valuesPerFilter = valuesPerFilter ?? limits.valuesPerFilter
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
        settings.pageSize = try size("pageSize", from: 1)
        settings.itemsPerRequest = try size("itemsPerRequest", from: 1)
        settings.recordBytes = try size("recordBytes")
        settings.assetBytes = try size("assetBytes")
        settings.owningReferences = try size("owningReferences")
        settings.fieldsPerType = try size("fieldsPerType")
        settings.zonesPerDatabase = try size("zonesPerDatabase")
        settings.nameLength = try size("nameLength")
        settings.valuesPerFilter = try size("valuesPerFilter")
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
