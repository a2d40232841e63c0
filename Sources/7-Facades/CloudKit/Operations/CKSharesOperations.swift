public import Foundation
import RecordService
import Synchronization

/// Accepts shares: from then on the shared database has their zones.
///
///     let operation = CKAcceptSharesOperation(shareMetadatas: [metadata])
///     operation.perShareResultBlock = { metadata, result in … }
///     operation.acceptSharesResultBlock = { result in … }
///     container.add(operation)
///
/// The metadata comes from ``CKFetchShareMetadataOperation``. What failed is named by a
/// `partialFailure` in ``acceptSharesCompletionBlock``, with the URLs of the shares.
///
/// Source: [CKAcceptSharesOperation](https://developer.apple.com/documentation/cloudkit/ckacceptsharesoperation).
open class CKAcceptSharesOperation: CKOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The metadata of the shares to accept; nil accepts none.
    open var shareMetadatas: [CKShare.Metadata]?
    /// Takes each share, or why it was not accepted.
    open var perShareResultBlock: ((CKShare.Metadata, Result<CKShare, any Error>) -> Void)?
    /// Takes each share, or why it was not accepted; the block of the first generation.
    open var perShareCompletionBlock: ((CKShare.Metadata, CKShare?, (any Error)?) -> Void)?
    /// Says that all is done, or why all of it failed; blocks before it tell which items failed.
    open var acceptSharesResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Says that all is done, or why some or all was not; the block of the first generation.
    open var acceptSharesCompletionBlock: (((any Error)?) -> Void)?

    /// Accepts what ``shareMetadatas`` will say.
    public override init() { super.init() }

    /// An operation that accepts the shares of some metadata.
    public convenience init(shareMetadatas: [CKShare.Metadata]) {
        self.init()
        self.shareMetadatas = shareMetadatas
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let handle = handle
        let each = perShareResultBlock
        let eachOld = perShareCompletionBlock
        return eachPlan(
            of: shareMetadatas ?? [],
            named: { metadata in
                (metadata.url ?? metadata.share.url).map { AnyHashable($0) }
                    ?? AnyHashable(metadata.share.recordID)
            }, acceptSharesResultBlock, acceptSharesCompletionBlock,
            "Failed to accept some shares",
            fetch: { try await handle.accept($0) },
            tell: { metadata, result in
                // The error is the next argument.
                eachOld?(metadata, try? result.get(), result.error)
                each?(metadata, result.mapError { $0 })
            })
    }
}

/// Fetches what shares' URLs lead to.
///
///     let operation = CKFetchShareMetadataOperation(shareURLs: [url])
///     operation.shouldFetchRootRecord = true
///     operation.perShareMetadataResultBlock = { url, result in … }  // to CKAcceptSharesOperation
///     operation.fetchShareMetadataResultBlock = { result in … }
///     container.add(operation)
///
/// Source: [CKFetchShareMetadataOperation](https://developer.apple.com/documentation/cloudkit/ckfetchsharemetadataoperation).
open class CKFetchShareMetadataOperation: CKOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The URLs of the shares to look up; nil looks up none.
    open var shareURLs: [URL]?
    /// Whether root records come along.
    open var shouldFetchRootRecord = false
    /// The fields wanted of root records: nil all, empty none.
    open var rootRecordDesiredKeys: [CKRecord.FieldKey]?
    /// Takes what each URL leads to, or why that is not known.
    open var perShareMetadataResultBlock: ((URL, Result<CKShare.Metadata, any Error>) -> Void)?
    /// Takes what each URL leads to, or why that is not known; the block of the first generation.
    open var perShareMetadataBlock: ((URL, CKShare.Metadata?, (any Error)?) -> Void)?
    /// Says that all is done, or why all of it failed; blocks before it tell which items failed.
    open var fetchShareMetadataResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Says that all is done, or why some or all was not; the block of the first generation.
    open var fetchShareMetadataCompletionBlock: (((any Error)?) -> Void)?

    /// A fetch of what ``shareURLs`` will say.
    public override init() { super.init() }

    /// A fetch of what URLs lead to.
    public convenience init(shareURLs: [URL]) {
        self.init()
        self.shareURLs = shareURLs
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let handle = handle
        let fetchesRoot = shouldFetchRootRecord
        let desiredKeys = rootRecordDesiredKeys
        let each = perShareMetadataResultBlock
        let eachOld = perShareMetadataBlock
        return eachPlan(
            of: shareURLs ?? [], named: { $0 }, fetchShareMetadataResultBlock,
            fetchShareMetadataCompletionBlock, "Failed to fetch some share metadata",
            fetch: {
                try await handle.shareMetadata(
                    $0, fetchesRoot: fetchesRoot, desiredKeys: desiredKeys)
            },
            tell: { url, result in
                // The error is the next argument.
                eachOld?(url, try? result.get(), result.error)
                each?(url, result.mapError { $0 })
            })
    }
}

/// Asks to take part in shares without an invitation, where that is allowed.
///
///     let operation = CKShareRequestAccessOperation(shareURLs: [url])
///     operation.perShareAccessRequestResultBlock = { url, result in … }
///     operation.shareAccessRequestResultBlock = { result in … }
///     container.add(operation)
///
/// The owner finds the user in ``CKShare/requesters``. A share that may not be asked for is unknown.
///
/// Source: [CKShareRequestAccessOperation](https://developer.apple.com/documentation/cloudkit/cksharerequestaccessoperation).
open class CKShareRequestAccessOperation: CKOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The URLs of the shares; nil asks for none.
    open var shareURLs: [URL]?
    /// Says for each URL that the request was taken, or why not.
    open var perShareAccessRequestResultBlock: ((URL, Result<Void, any Error>) -> Void)?
    /// Says that all is done, or why all of it failed; blocks before it tell which items failed.
    open var shareAccessRequestResultBlock: ((Result<Void, any Error>) -> Void)?

    /// Asks for what ``shareURLs`` will say.
    public override init() { super.init() }

    /// An operation that asks for the shares of some URLs.
    public convenience init(shareURLs: [URL]) {
        self.init()
        self.shareURLs = shareURLs
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let handle = handle
        let each = perShareAccessRequestResultBlock
        return eachPlan(
            of: shareURLs ?? [], named: { $0 }, shareAccessRequestResultBlock, nil,
            "Failed to request access to some shares",
            fetch: { try await handle.requestAccess($0) },
            tell: { url, result in each?(url, result.mapError { $0 }) })
    }
}

/// Finds participants for a share.
///
///     let ann = CKUserIdentity.LookupInfo(emailAddress: "ann@example.org")
///     let operation = CKFetchShareParticipantsOperation(userIdentityLookupInfos: [ann])
///     operation.perShareParticipantResultBlock = { info, result in
///         if let participant = try? result.get() { share.addParticipant(participant) }
///     }
///     container.add(operation)
///
/// Source: [CKFetchShareParticipantsOperation](https://developer.apple.com/documentation/cloudkit/ckfetchshareparticipantsoperation).
open class CKFetchShareParticipantsOperation: CKOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// By what they are found.
    open var userIdentityLookupInfos: [CKUserIdentity.LookupInfo]?
    /// Takes each participant, or the error of its lookup.
    open var perShareParticipantResultBlock:
        ((CKUserIdentity.LookupInfo, Result<CKShare.Participant, any Error>) -> Void)?
    /// Takes each participant; the block of the first generation, not called where
    /// ``perShareParticipantResultBlock`` is set.
    open var shareParticipantFetchedBlock: ((CKShare.Participant) -> Void)?
    /// Says that all is done, or why all of it failed; blocks before it tell which items failed.
    open var fetchShareParticipantsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Says that all is done, or why some or all was not; the block of the first generation.
    open var fetchShareParticipantsCompletionBlock: (((any Error)?) -> Void)?

    /// A search for what ``userIdentityLookupInfos`` will say.
    public override init() { super.init() }

    /// A search for participants.
    public convenience init(userIdentityLookupInfos: [CKUserIdentity.LookupInfo]) {
        self.init()
        self.userIdentityLookupInfos = userIdentityLookupInfos
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let handle = handle
        let each = perShareParticipantResultBlock
        // By Apple's header the block of each participant, where it is set, is called alone.
        let eachOld = each == nil ? shareParticipantFetchedBlock : nil
        return eachPlan(
            of: userIdentityLookupInfos ?? [], named: { $0 }, fetchShareParticipantsResultBlock,
            fetchShareParticipantsCompletionBlock, "Failed to fetch some participants",
            fetch: { try await handle.participant($0) },
            tell: { info, result in
                if case .success(let participant) = result { eachOld?(participant) }
                each?(info, result.mapError { $0 })
            })
    }
}

/// Finds who others are.
///
///     let operation = CKDiscoverUserIdentitiesOperation(
///         userIdentityLookupInfos: [.init(emailAddress: "ann@example.org")])
///     operation.userIdentityDiscoveredBlock = { identity, info in
///         identity.userRecordID?.recordName  // "_ann"
///     }
open class CKDiscoverUserIdentitiesOperation: CKOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// By what they are found.
    open var userIdentityLookupInfos: [CKUserIdentity.LookupInfo] = []
    /// Takes each user who is known.
    open var userIdentityDiscoveredBlock: ((CKUserIdentity, CKUserIdentity.LookupInfo) -> Void)?
    /// Says that all is done, or why it was not.
    open var discoverUserIdentitiesResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Says that all is done, or why it was not; the block of the first generation.
    open var discoverUserIdentitiesCompletionBlock: (((any Error)?) -> Void)?

    /// A search for what ``userIdentityLookupInfos`` will say.
    public override init() { super.init() }

    /// A search for users.
    public convenience init(userIdentityLookupInfos: [CKUserIdentity.LookupInfo]) {
        self.init()
        self.userIdentityLookupInfos = userIdentityLookupInfos
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let handle = handle
        let each = userIdentityDiscoveredBlock
        let finished = discoverUserIdentitiesResultBlock
        let completed = discoverUserIdentitiesCompletionBlock
        return eachPlan(
            of: userIdentityLookupInfos, named: { $0 }, nil,
            { (error: (any Error)?) in
                // No other block tells of what failed.
                finished?(.whole(error))
                completed?(error)
            }, "Failed to discover some users",
            fetch: { try await handle.identity($0) },
            tell: { info, result in
                if case .success(.some(let identity)) = result { each?(identity, info) }
            })
    }
}

/// Finds the users in the address book of the device: none here, since there is no address book.
///
/// It fails with `notAuthenticated` when no user is signed in.
///
/// Source: [CKDiscoverAllUserIdentitiesOperation](https://developer.apple.com/documentation/cloudkit/ckdiscoveralluseridentitiesoperation).
open class CKDiscoverAllUserIdentitiesOperation: CKOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// Takes each user who was found.
    open var userIdentityDiscoveredBlock: ((CKUserIdentity) -> Void)?
    /// Says that all is done, or why it was not.
    open var discoverAllUserIdentitiesResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Says that all is done, or why it was not; the block of the first generation.
    open var discoverAllUserIdentitiesCompletionBlock: (((any Error)?) -> Void)?

    /// A search in the address book.
    public override init() { super.init() }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        eachPlan(
            of: [handle], named: { _ in 0 }, discoverAllUserIdentitiesResultBlock,
            discoverAllUserIdentitiesCompletionBlock, "Failed to discover users",
            fetch: { handle in try await handle.ask { try await $0.userRecordID() } },
            tell: { _, _ in })
    }
}

extension CKOperation {
    /// Does something for each of several items, one after the other.
    func eachPlan<Item: Sendable, Found: Sendable>(
        of items: [Item], named name: @escaping @Sendable (Item) -> AnyHashable,
        _ finished: ((Result<Void, any Error>) -> Void)?, _ completed: (((any Error)?) -> Void)?,
        _ message: String, fetch: @escaping @Sendable (Item) async throws -> Found,
        tell: @escaping (Item, Result<Found, CKError>) -> Void
    ) -> OperationPlan {
        let tell = Blocks(tell)
        let complete = Blocks { (error: CKError?) in
            finished?(.ended(error))
            completed?(error)
        }
        return OperationPlan(fail: { complete.call($0) }) { context in
            let errors = Mutex<[AnyHashable: any Error]>([:])
            for item in items {
                let result: Result<Found, CKError>
                do {
                    result = .success(try await fetch(item))
                } catch {
                    let error = CKError(any: error)
                    if error.code == .operationCancelled || error.concernsAll { throw error }
                    errors.withLock { $0[name(item)] = error }
                    result = .failure(error)
                }
                try await context.hand(Delivery { tell.call(item, result) })
            }
            return Delivery {
                let errors = errors.withLock { $0 }
                complete.call(errors.isEmpty ? nil : .partial(errors, message))
            }
        }
    }
}

extension Result {
    /// The error; nil where there is none.
    var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
