public import PredicateCore

/// The body of `zones/lookup`.
public struct ZoneLookupRequest: Hashable, Sendable {
    /// The zones to look up.
    public var zones: [ZoneID]

    /// A request to look up zones.
    public init(_ zones: [ZoneID]) { self.zones = zones }
}

/// The body of `zones/modify`.
public struct ZoneModifyRequest: Hashable, Sendable {
    /// What is to be done, in order.
    public var operations: [Operation]

    /// One thing to be done.
    public struct Operation: Hashable, Sendable {
        /// Whether the zone is deleted; otherwise it is created.
        public var isDeletion: Bool
        /// The zone that is created or deleted.
        public var zone: ZoneID

        /// One thing to be done.
        public init(_ zone: ZoneID, isDeletion: Bool = false) {
            self.zone = zone
            self.isDeletion = isDeletion
        }
    }

    /// A request to create and delete zones.
    public init(_ operations: [Operation]) { self.operations = operations }
}
