package import RecordService

/// The path of a request of CloudKit Web Services, read.
///
///     EndpointPath("/database/1/iCloud.org.example.notes/development/public/records/query")
///     // container iCloud.org.example.notes, .development, .public, ["records", "query"]
package struct EndpointPath: Hashable, Sendable {
    /// Which of the two copies of a container.
    package enum Environment: String, Hashable, Sendable, CaseIterable, Codable {
        /// Records make the schema.
        case development
        /// The schema is fixed.
        case production
    }

    /// The container's name, its escapes resolved.
    package let container: String
    /// Which copy of the container.
    package let environment: Environment
    /// Which database; nil under `/device/…`, which has none.
    package let database: ServiceSession.Database?
    /// The rest, part by part: `["records", "query"]`.
    package let endpoint: [String]
    /// The endpoint of that name; nil where there is none.
    let known: Endpoint?

    /// Reads a path; nil when it is none of CloudKit Web Services.
    package init?(_ path: String) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 11)
        guard parts.count >= 5, parts.count <= 10, parts[1].elementsEqual("1".utf8),
            let environment = Environment.allCases.first(where: {
                parts[3].elementsEqual($0.rawValue.utf8)
            })
        else { return nil }
        container = String(Substring(parts[2])).unescaped
        self.environment = environment
        let name = parts[4]
        if parts[0].elementsEqual("database".utf8) {
            let named = ServiceSession.Database.allCases.first {
                name.elementsEqual($0.wireName.lowercased().utf8)
            }
            guard let named else { return nil }
            database = named
            endpoint = parts[5...].map { String(Substring($0)) }
        } else if parts[0].elementsEqual("device".utf8) {
            database = nil
            endpoint = parts[4...].map { String(Substring($0)) }
        } else {
            return nil
        }
        known = Endpoint(named: endpoint.joined(separator: "/"), hasDatabase: database != nil)
    }
}
