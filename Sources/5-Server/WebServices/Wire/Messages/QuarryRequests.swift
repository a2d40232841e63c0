package import Foundation
package import PredicateCore
package import RecordService

/// The body of `quarry/news`: which notifications a device lacks.
package struct BacklogRequest: Hashable, Sendable {
    /// The run of the service in which ``after`` was given.
    package var run: String?
    /// The number of the last notification that the device has; nil asks for none.
    package var after: Int?

    /// A request for what came after a number.
    package init(run: String? = nil, after: Int? = nil) {
        self.run = run
        self.after = after
    }
}

/// The body of `quarry/keep`: what a program left beside its changes to zones.
package struct KeepMarkRequest: Hashable, Sendable {
    /// The zones that were changed.
    package var zones: [ZoneID]
    /// What the program left.
    package var mark: Data

    /// A request to keep a mark for zones.
    package init(zones: [ZoneID], mark: Data) {
        self.zones = zones
        self.mark = mark
    }
}

/// The body of `quarry/mark`: of which zone the mark is read.
package struct MarkRequest: Hashable, Sendable {
    /// The zone.
    package var zone: ZoneID

    /// A request for the mark of a zone.
    package init(zone: ZoneID) { self.zone = zone }
}

/// The reply of `quarry/mark`.
package struct MarkReply: Hashable, Sendable {
    /// What was left last; nil where there is nothing.
    package var mark: Data?
}

/// The body of `quarry/introduce`: by what others find a user.
package struct IntroduceRequest: Hashable, Sendable {
    /// The user with names, addresses and telephone numbers.
    package var identity: UserIdentity

    /// A request to let others find a user.
    package init(_ identity: UserIdentity) { self.identity = identity }
}
