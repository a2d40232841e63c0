package import Foundation
package import RecordCore

/// The database in the cloud into which objects are mirrored.
///
/// The `CloudKit` module has the implementation over a container, and gives it to Core Data at run
/// time, so that Core Data needs no part of CloudKit. Every method may be called from any task.
package protocol MirrorCloud: Sendable {
    /// Which of the container's databases it is.
    var scope: MirrorScope { get }
    /// When a mirror of it does something by itself.
    var timing: MirrorTiming { get }
    /// Whether every object is deleted and fetched again where the history was forgotten before all of
    /// it was sent, which is then lost; otherwise objects are compared with their last known records.
    var resetsForgottenHistory: Bool { get }
    /// How often a user signed in or out on the device: another number is another account.
    var accountChanges: Int { get }
    /// The account of the device; later requests fail while another user is signed in.
    func account() async -> MirrorAccount
    /// Creates a zone; one that exists stays as it is.
    func makeZone(_ zone: ZoneID) async throws
    /// Deletes a zone with everything in it; in the shared database, leaves its share. One that is
    /// not there is deleted already.
    func deleteZone(_ zone: ZoneID) async throws
    /// Where others find a share; nil for one that was not saved.
    func url(of share: Record) async throws -> URL?
    /// Has the device notified of changes, from now on.
    func subscribe() async throws
    /// Which zones were changed and deleted after a token; everything where it is nil.
    func databaseChanges(since token: Data?) async throws -> MirrorDatabaseChanges
    /// A page of what happened in a zone after a token; everything where it is nil.
    func changes(in zone: ZoneID, since token: Data?, limit: Int) async throws -> MirrorPage
    /// Pages of the records of a type that were changed after an instant, the earliest first, some of
    /// them twice; for the public database, which tells of no changes.
    func pages(
        ofType type: String, changedAfter date: Date?, limit: Int
    ) -> AsyncThrowingStream<[Record], any Error>
    /// Saves and deletes; each part's outcome in the order of the request.
    func modify(_ request: SaveRequest) async throws -> MirrorSaveResult
    /// The content of an asset of a record.
    func content(of asset: Asset, in record: RecordID) async throws -> Data
    /// One error for those of several records.
    func partialError(_ errors: [RecordID: MirrorCloudError]) -> any Error
    /// A refusal of the mirror's own, as programs know those of the server.
    func refusal(_ text: String) -> MirrorCloudError
    /// Something for each change in the database that another device made, and once before, when they
    /// begin: what changed earlier is not among them, and is to be fetched then.
    func notices() -> AsyncStream<Void>
}

/// What gives the databases of a container: the `CloudKit` module, where a program has it.
package protocol MirrorCloudProvider: AnyObject {
    /// A database of the container with an identifier.
    static func cloud(container identifier: String, _ scope: MirrorScope) -> any MirrorCloud
    /// The identifier of the program's default container; nil where nothing says where containers are.
    static var defaultContainer: String? { get }
}

/// Which database objects are mirrored in.
package enum MirrorScope: Int, Hashable, Sendable, CaseIterable {
    /// The one that every user reads.
    case `public` = 1
    /// The user's own.
    case `private` = 2
    /// What others share with the user.
    case shared = 3
}

/// Who is signed in on the device.
package enum MirrorAccount: Hashable, Sendable {
    /// A user, by record name.
    case available(user: String)
    /// No user.
    case none
    /// A user who may not use the cloud.
    case restricted
    /// A user whose account cannot be used now.
    case temporarilyUnavailable
    /// It is not known, as without a network.
    case unknown
}

/// Zones that changed.
package struct MirrorDatabaseChanges: Sendable {
    /// Zones with changes.
    package var changed: [ZoneID]
    /// Zones that were deleted.
    package var deleted: [ZoneID]
    /// Zones that went because their owner's keys were reset, also where another device made them
    /// again: what is here of them is to be sent.
    package var keysReset: Set<ZoneID> = []
    /// Where to go on.
    package var token: Data

    /// Creates a list of zones that changed.
    package init(changed: [ZoneID], deleted: [ZoneID], token: Data) {
        self.changed = changed
        self.deleted = deleted
        self.token = token
    }
}

/// A page of changes in a zone.
package struct MirrorPage: Sendable {
    /// Records as they are now, each once.
    package var changed: [Record]
    /// The names of deleted records.
    package var deleted: [String]
    /// Where to go on.
    package var token: Data
    /// Whether more is to be had now.
    package var moreComing: Bool

    /// Creates a page of changes.
    package init(changed: [Record], deleted: [String], token: Data, moreComing: Bool) {
        self.changed = changed
        self.deleted = deleted
        self.token = token
        self.moreComing = moreComing
    }
}

/// What became of a request.
package struct MirrorSaveResult: Sendable {
    /// For each record to save: as stored, or why not.
    package var saves: [Result<Record, MirrorCloudError>]
    /// For each deletion: why it was not done, nil where it was.
    package var deletions: [MirrorCloudError?]

    /// Creates the result of a request.
    package init(saves: [Result<Record, MirrorCloudError>], deletions: [MirrorCloudError?]) {
        self.saves = saves
        self.deletions = deletions
    }
}

/// Why the cloud did not do what it was asked.
package struct MirrorCloudError: Error, Sendable, CustomStringConvertible {
    /// The number of Apple's `CKError.Code`.
    package var code: Int
    /// The sentence, in Apple's words where they are known.
    package var description: String
    /// Seconds after which to try again.
    package var retryAfter: Double?
    /// The record that the server has, for a conflict.
    package var server: Record?
    /// The field that was refused.
    package var field: String?
    /// Whether a zone is missing because the keys of its owner were reset.
    package var isKeysReset = false
    /// The error as programs know it.
    package var underlying: any Error

    /// Creates an error of the cloud.
    package init(
        code: Int, description: String, retryAfter: Double? = nil, server: Record? = nil,
        field: String? = nil, underlying: any Error
    ) {
        self.code = code
        self.description = description
        self.retryAfter = retryAfter
        self.server = server
        self.field = field
        self.underlying = underlying
    }

    /// The record was changed by another device.
    var isConflict: Bool { code == 14 }
    /// The record is not there.
    var isUnknownItem: Bool { code == 11 }
    /// Another record of the request was at fault.
    var isOfBatch: Bool { code == 22 }
    /// The zone is not there, or its user deleted it.
    var isOfZone: Bool { code == 26 || code == 28 }
    /// The server does not have the content of an asset any more.
    var isLostAsset: Bool { code == 35 }
    /// The change token is too old.
    var isExpiredToken: Bool { code == 21 }
    /// Whether the same request may succeed later, unchanged: no network, an answer that was lost,
    /// a service that is busy, limits of rate and of space, an account that is not to be used now.
    var isTransient: Bool { [3, 4, 6, 7, 9, 20, 23, 25, 34, 36].contains(code) }
    /// The owner of the zone has no room left.
    var isFull: Bool { code == 25 }
    /// The server failed, before the request was done or after.
    var isInternal: Bool { code == 1 }
    /// The connection broke before anything of the request was saved.
    var isBeforeSaving: Bool { code == 4 }
    /// Whether nothing of this try was saved: no connection, a broken one, a server that wants a pause.
    var savesNothing: Bool { [3, 4, 7, 23].contains(code) }
    /// Whether the request may have been done all the same, or is sent again as it was.
    var keepsRequest: Bool { [1, 3, 4, 6, 7, 20, 23, 34].contains(code) }
    /// Whether the server does not take a request as a whole, so that parts of it may be taken.
    ///
    /// - Parameter isRepeated: Whether what is in it ended with an error before.
    func refusesRequest(isRepeated: Bool) -> Bool {
        if isInternal { return isRepeated }
        return !isTransient && !isOfZone && !keepsRequest
    }
}
