import Foundation
import RecordService

extension CKContainer {
    /// The notifications of the user's subscriptions, as they come to this device: what a push
    /// service would bring.
    ///
    ///     for await notification in container.remoteNotifications() {
    ///         if notification.subscriptionID == "notes" { try await fetchChanges() }
    ///     }
    ///
    /// A device is not told of its own changes. The sequence ends when the user signs out. It is
    /// not part of Apple's CloudKit, where the operating system hands notifications to an app.
    public func remoteNotifications() -> AsyncStream<CKNotification> {
        let handle = handle
        let changes = handle.device.accountChanges
        let (stream, continuation) = AsyncStream<CKNotification>.makeStream()
        // From now on, where the container is open already and its user known.
        let open =
            handle.container.knowsUser(of: handle.device)
            ? handle.container.openSession(user: handle.device.user, device: handle.device.name)
            : nil
        let news = open?.notifications()
        let closings = handle.container.closings
        let observer = AccountObserver {
            // The notification is the process's; other devices in it are no news here.
            if handle.device.accountChanges != changes { continuation.finish() }
        }
        let task = Task.detached {
            defer {
                observer.remove()
                continuation.finish()
            }
            guard handle.container.closings == closings,
                let session = await handle.listening(open)
            else { return }
            for await notification in news ?? session.notifications() {
                guard handle.device.user == session.user else { return }
                continuation.yield(
                    CKNotification.make(RemotePayload(notification, user: session.user)))
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

/// Calls a function when a user signs in on a device of the process or out of it, until it is removed.
private struct AccountObserver: @unchecked Sendable {
    // Unchecked: the token is only handed back.
    private let token: any NSObjectProtocol

    init(_ changed: @escaping @Sendable () -> Void) {
        token = NotificationCenter.default.addObserver(
            forName: .CKAccountChanged, object: nil, queue: nil
        ) { _ in changed() }
    }

    func remove() { NotificationCenter.default.removeObserver(token) }
}

extension ContainerHandle {
    fileprivate func listening(
        _ open: (any CloudSession)?
    ) async -> (any CloudSession)? {
        if let open { return open }
        // Without a session there are no notifications; requests report why.
        return try? await session()
    }
}
