/// What a database server can do of what a store asks of it.
///
///     let report = try StoreLocation("postgres://db/quarry").checkEngine()
///     report.server    // "PostgreSQL"
///     report.isEnough  // true
///     report.features.first { $0.result != .ok }?.name  // nil
public struct EngineReport: Hashable, Sendable, Codable {
    /// The server, as people know it: `PostgreSQL`, `Citus`, `CockroachDB`, `YugabyteDB`.
    public var server: String
    /// Its version, as it says itself.
    public var version: String
    /// What was tried, in order.
    public var features: [Feature]

    /// One thing that statements of a store need.
    ///
    ///     var report = EngineReport(server: "PostgreSQL", version: "15.4")
    ///     report.features.append(
    ///         EngineReport.Feature("LISTEN", isNeeded: false, .lacks, "not implemented"))
    ///     report.isEnough  // true: a store does without LISTEN
    public struct Feature: Hashable, Sendable, Codable {
        /// A short name of the feature that was tried.
        public var name: String
        /// Whether a store cannot do without.
        public var isNeeded: Bool
        /// The outcome of the probe.
        public var result: Result
        /// What the server said, or what was found instead of what was expected.
        public var detail: String?

        /// A thing that was tried.
        public init(_ name: String, isNeeded: Bool, _ result: Result, _ detail: String? = nil) {
            self.name = name
            self.isNeeded = isNeeded
            self.result = result
            self.detail = detail
        }
    }

    /// How a trial went.
    ///
    ///     let report = try StoreLocation("postgres://db/quarry").checkEngine()
    ///     for feature in report.features where feature.result != .ok {
    ///         print(feature.name, feature.result, feature.detail ?? "")
    ///     }
    ///     // Nothing for PostgreSQL. For a server without LISTEN a line with what the server said:
    ///     // LISTEN and NOTIFY (waiting clients are notified sooner) lacks …
    ///
    /// What a server refuses is a result; `checkEngine()` throws a ``StoreError`` only where no server
    /// answers, or where the location is not a server.
    public enum Result: String, Hashable, Sendable, Codable {
        /// As it should.
        case ok
        /// The server refused.
        case lacks
        /// The server did something else.
        case differs
    }

    /// Creates a report of a server's probed features.
    public init(server: String, version: String, features: [Feature] = []) {
        self.server = server
        self.version = version
        self.features = features
    }

    /// Whether a store can be kept there.
    public var isEnough: Bool { features.allSatisfy { !$0.isNeeded || $0.result == .ok } }
}
