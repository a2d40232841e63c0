package import Foundation

/// How a mirror behaves.
package struct MirrorSettings: Sendable {
    /// Of how much of an object the later of two edits counts.
    package enum Merge: Sendable {
        /// Field by field.
        case field
        /// The whole object.
        case record
    }

    /// Which of two edits of one object counts.
    package var merge = Merge.field
    /// Records of one request.
    package var requestLimit = 400
    /// Bytes of one request, without assets.
    package var requestBytes = 1_500_000
    /// Bytes of assets in memory at one time, unless one record has more: of a request, and of what is
    /// applied of a page at once.
    package var contentBytes = 50_000_000
    /// Records of a page of changes.
    package var pageLimit = 400
    /// Seconds after which another process may send what a store has to send, where this one does not
    /// renew its lease; nil for a store that no other process has.
    package var leaseDuration: Double?
    /// What time it is.
    package var clock: @Sendable () -> Date = { Date() }
    /// Called at named points, for tests that end the program there, or throw to do as if.
    package var reached: @Sendable (MirrorPoint) throws -> Void = { _ in }

    package init() {}
}

/// Points between which a mirror may be interrupted.
package enum MirrorPoint: String, CaseIterable, Sendable {
    /// What is to be sent is committed, and nothing was sent.
    case beforeSending
    /// The answer is there, and nothing of it is committed.
    case answered
    /// A page was fetched, and nothing of it is saved.
    case beforeSaving
    /// The objects of a page are written within a transaction, which is not committed.
    case saving
    /// A page is saved.
    case saved
}

/// Why a mirror cannot do what it is to do.
package enum MirrorFailure: Error, Sendable {
    /// There is no account that can be used.
    case account(MirrorAccount)
    /// The mirror never began.
    case notSetUp(any Error)
    /// What the cloud says.
    case cloud(MirrorCloudError)
    /// Some records were refused.
    case partial([String: MirrorCloudError], any Error)
    /// The store failed.
    case store(any Error)
    /// Nothing was done for a save, which is sent with others.
    case postponed(MirrorPostponement)
    /// The mirror was closed before it did anything.
    case closed
}

/// Why nothing is done for a save now; what was saved is sent later.
package enum MirrorPostponement: Hashable, Sendable {
    /// An export waits already for the one that goes on, and sends it.
    case alreadyPending
    /// The server asked to be left alone, or failed, until a time that has not come.
    case deferred
}

/// Something that a mirror did, or began to do.
package struct MirrorEvent: Sendable, Identifiable {
    /// What it did.
    package enum Kind: Int, Sendable {
        case setup = 0
        case `import` = 1
        case export = 2
    }

    package var id = UUID()
    package var kind: Kind
    package var start: Date
    /// Nil while it goes on.
    package var end: Date?
    package var error: MirrorFailure?
    /// Sentences about records that were left as they are.
    package var notes: [String] = []
    /// How many objects or records it was about.
    package var count = 0

    package init(_ kind: Kind, start: Date) {
        self.kind = kind
        self.start = start
    }
}
