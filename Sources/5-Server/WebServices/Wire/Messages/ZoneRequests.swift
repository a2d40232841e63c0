package import PredicateCore

/// The body of `zones/lookup`.
package struct ZoneLookupRequest: Hashable, Sendable {
    /// The zones to look up.
    package var zones: [ZoneID]
    /// Whether a client of our own asks, which may name as many as a native request.
    package var isExact: Bool

    /// A request to look up zones.
    package init(_ zones: [ZoneID], isExact: Bool = false) {
        self.zones = zones
        self.isExact = isExact
    }
}

/// The body of `zones/modify`.
package struct ZoneModifyRequest: Hashable, Sendable {
    /// What is to be done, in order.
    package var operations: [Operation]
    /// Whether a client of our own asks, which may name as many as a native request.
    package var isExact: Bool

    /// One thing to be done.
    package struct Operation: Hashable, Sendable {
        /// Whether the zone is deleted; otherwise it is created.
        package var isDeletion: Bool
        /// The zone that is created or deleted.
        package var zone: ZoneID

        /// One thing to be done.
        package init(_ zone: ZoneID, isDeletion: Bool = false) {
            self.zone = zone
            self.isDeletion = isDeletion
        }
    }

    /// A request to create and delete zones.
    package init(_ operations: [Operation], isExact: Bool = false) {
        self.operations = operations
        self.isExact = isExact
    }
}
