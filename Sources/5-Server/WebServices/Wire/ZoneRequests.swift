public import PredicateCore

/// The body of `zones/lookup`.
public struct ZoneLookupRequest: Hashable, Sendable {
    /// The zones wanted.
    public var zones: [ZoneID]

    /// A request.
    public init(_ zones: [ZoneID]) { self.zones = zones }
}

/// The body of `zones/modify`.
public struct ZoneModifyRequest: Hashable, Sendable {
    /// What is to be done, in order.
    public var operations: [Operation]

    /// One thing to be done.
    public struct Operation: Hashable, Sendable {
        /// Whether the zone is to go; otherwise it is to be.
        public var isDeletion: Bool
        /// Which zone.
        public var zone: ZoneID

        /// One thing to be done.
        public init(_ zone: ZoneID, isDeletion: Bool = false) {
            self.zone = zone
            self.isDeletion = isDeletion
        }
    }

    /// A request.
    public init(_ operations: [Operation]) { self.operations = operations }
}
