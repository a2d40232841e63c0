import Foundation
public import RecordService

/// The path of a request of CloudKit Web Services, read.
///
///     EndpointPath("/database/1/iCloud.org.example.notes/development/public/records/query")
///     // container iCloud.org.example.notes, .development, .public, ["records", "query"]
public struct EndpointPath: Hashable, Sendable {
    /// Which of the two copies of a container.
    public enum Environment: String, Hashable, Sendable, CaseIterable, Codable {
        /// Records make the schema.
        case development
        /// The schema is fixed.
        case production
    }

    /// The container's name, its escapes resolved.
    public var container: String
    /// Which copy of the container.
    public var environment: Environment
    /// Which database; nil under `/device/…`, which has none.
    public var database: ServiceSession.Database?
    /// The rest, part by part: `["records", "query"]`.
    public var endpoint: [String]

    /// Reads a path; nil when it is none of CloudKit Web Services.
    public init?(_ path: String) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 11)
            .map { String(Substring($0)) }
        guard parts.count >= 5, parts.count <= 10, parts[1] == "1",
            let environment = Environment(rawValue: parts[3])
        else { return nil }
        var container = parts[2]
        if container.utf8.contains(UInt8(ascii: "%")) {
            container = container.withUTF8 { PercentText.decoded($0) }
        }
        self.container = container
        self.environment = environment
        switch parts[0] {
        case "database":
            switch parts[4] {
            case "public": database = .public
            case "private": database = .private
            case "shared": database = .shared
            default: return nil
            }
            endpoint = Array(parts.dropFirst(5))
        case "device":
            database = nil
            endpoint = Array(parts.dropFirst(4))
        default: return nil
        }
    }
}
