import Foundation
import RecordService
import Synchronization

/// Sets the number on the app's badge.
///
///     let operation = CKModifyBadgeOperation(badgeValue: 0)
///     operation.modifyBadgeResultBlock = { result in … }  // .success(())
///     container.add(operation)
///
/// There is no badge here: the operation succeeds without effect when a user is signed in.
open class CKModifyBadgeOperation: CKOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The number for the badge; 0 by default.
    open var badgeValue = 0
    /// Says that it is done, or why it was not.
    open var modifyBadgeResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Says that it is done, or why it was not; the block of the first generation.
    open var modifyBadgeCompletionBlock: (((any Error)?) -> Void)?

    /// Sets what ``badgeValue`` will say.
    public override init() { super.init() }

    /// An operation with a number for the badge.
    public convenience init(badgeValue: Int) {
        self.init()
        self.badgeValue = badgeValue
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let handle = handle
        let finished = modifyBadgeResultBlock
        let completed = modifyBadgeCompletionBlock
        let complete = Blocks { (error: CKError?) in
            finished?(error.map { .failure($0) } ?? .success(()))
            completed?(error)
        }
        return OperationPlan(fail: { complete.call($0) }) { _ in
            _ = try await handle.ask { try await $0.userRecordID() }
            return Delivery { complete.call(nil) }
        }
    }
}

/// Fetches the notifications that came for this device.
///
///     let operation = CKFetchNotificationChangesOperation(previousServerChangeToken: token)
///     operation.notificationChangedBlock = { seen.append($0.subscriptionID) }
///     container.add(operation)  // then: seen == ["large"]
open class CKFetchNotificationChangesOperation: CKOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// What was got the last time; nil fetches all that are remembered.
    open var previousServerChangeToken: CKServerChangeToken?
    /// How many at most; 0 is all.
    open var resultsLimit = 0
    /// Whether more are to be had; set before the completion block runs.
    open var moreComing: Bool { more.withLock { $0 } }
    private let more = Mutex(false)
    /// Takes each notification that came after ``previousServerChangeToken``.
    open var notificationChangedBlock: ((CKNotification) -> Void)?
    /// Takes the token to keep, or why the fetch failed.
    open var fetchNotificationChangesCompletionBlock:
        ((CKServerChangeToken?, (any Error)?) -> Void)?

    /// A fetch of what came after ``previousServerChangeToken``.
    public override init() { super.init() }

    /// A fetch of what came after a token.
    public convenience init(previousServerChangeToken: CKServerChangeToken?) {
        self.init()
        self.previousServerChangeToken = previousServerChangeToken
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let handle = handle
        let limit = resultsLimit
        let start = previousServerChangeToken.flatMap {
            Int(String(decoding: $0.data, as: UTF8.self))
        }
        let each = notificationChangedBlock
        let completed = fetchNotificationChangesCompletionBlock
        let tell = Blocks {
            [weak self]
            (found: [(Int, CKNotification)], hasMore: Bool, context: OperationContext) in
            for (_, notification) in found {
                if context.isCancelled { return completed?(nil, CKError.cancelled) ?? () }
                each?(notification)
            }
            self?.more.withLock { $0 = hasMore }
            let last = found.last?.0 ?? start ?? 0
            completed?(CKServerChangeToken(data: Data(String(last).utf8)), nil)
        }
        return OperationPlan(fail: { completed?(nil, $0) }) { context in
            let found = try await handle.ask { session in
                _ = try await session.userRecordID()
                return try await session.missedNotifications(after: start ?? 0).map {
                    ($0.number, CKNotification.make(RemotePayload($0, user: session.user)))
                }
            }
            let page = limit > 0 ? Array(found.prefix(limit)) : found
            return Delivery { tell.call(page, page.count < found.count, context) }
        }
    }
}

/// Marks notifications as read on every device of the user; nothing here asks for that.
///
///     let operation = CKMarkNotificationsReadOperation(notificationIDsToMarkRead: [])
///     operation.markNotificationsReadCompletionBlock = { ids, error in
///         print(ids?.count ?? 0, error == nil)  // 0 true
///     }
///     container.add(operation)
open class CKMarkNotificationsReadOperation: CKOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The notifications to mark as read; none by default.
    open var notificationIDs: [CKNotification.ID] = []
    /// Takes the notifications, or why they were not marked.
    open var markNotificationsReadCompletionBlock: (([CKNotification.ID]?, (any Error)?) -> Void)?

    /// Marks what ``notificationIDs`` will say.
    public override init() { super.init() }

    /// An operation that marks some notifications as read.
    public convenience init(notificationIDsToMarkRead notificationIDs: [CKNotification.ID]) {
        self.init()
        self.notificationIDs = notificationIDs
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let handle = handle
        let ids = notificationIDs
        let completed = Blocks(markNotificationsReadCompletionBlock)
        return OperationPlan(fail: { completed.call?(nil, $0) }) { _ in
            _ = try await handle.ask { try await $0.userRecordID() }
            return Delivery { completed.call?(ids, nil) }
        }
    }
}

/// Fetches a token for a web page; always fails here, where a server's sign-in page gives tokens.
///
///     let token = CKFetchWebAuthTokenOperation(apiToken: "b86f0b5db29f04f45badba0366f39b7130a5f0")
///     token.fetchWebAuthTokenResultBlock = { result in
///         if case .failure(let error as CKError) = result { print(error.code) }
///         // .serverRejectedRequest: in process there is no server that would take a token
///     }
///     container.privateCloudDatabase.add(token)
open class CKFetchWebAuthTokenOperation: CKDatabaseOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The name by which the web page is known to the container.
    open var apiToken: String?
    /// Takes the token, or why there is none.
    open var fetchWebAuthTokenResultBlock: ((Result<String, any Error>) -> Void)?
    /// Takes the token, or why there is none; the block of the first generation.
    open var fetchWebAuthTokenCompletionBlock: ((String?, (any Error)?) -> Void)?

    /// A fetch for what ``apiToken`` will say.
    public override init() { super.init() }

    /// A fetch for a web page.
    public convenience init(apiToken: String) {
        self.init()
        self.apiToken = apiToken
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let finished = fetchWebAuthTokenResultBlock
        let completed = fetchWebAuthTokenCompletionBlock
        let fail = { (error: CKError) in
            finished?(.failure(error))
            completed?(nil, error)
        }
        return OperationPlan(fail: fail) { _ in
            throw CKError(
                .serverRejectedRequest, "Tokens for web pages need the container's server")
        }
    }
}
