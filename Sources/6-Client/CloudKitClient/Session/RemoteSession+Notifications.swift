package import Foundation
package import RecordService
import WebServices

extension RemoteSession {
    /// Notifications for this device, from now on; the user's own changes from here are not told.
    ///
    /// A request to the server's courier stays open while the stream has a listener; after a broken
    /// connection what came meanwhile is asked for.
    package func notifications() -> AsyncStream<ServiceNotification> {
        let (stream, continuation) = AsyncStream<ServiceNotification>.makeStream(
            bufferingPolicy: .bufferingNewest(ServiceOptions().notificationBuffer))
        guard user != nil else {
            continuation.finish()
            return stream
        }
        let task = service.listening.run {
            await self.begin()
        } then: { start in
            await self.listen(from: start) { continuation.yield($0) }
        } ended: {
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// The latest notifications for this device after a number, oldest first.
    package func missedNotifications(
        after number: Int
    ) async throws(ServiceError) -> [ServiceNotification] {
        guard user != nil else { return [] }
        return try await backlog(after: number, run: nil).notifications
    }

    // MARK: Listening

    /// Where listening continues.
    private struct Position: Sendable {
        var run: String
        var number: Int
        var courier: String
    }

    /// Has the server keep notifications for this device from now on.
    private func begin() async -> Listening.Attempt<Position> {
        do throws(ServiceError) {
            let backlog = try await backlog(after: nil, run: nil)
            return .begun(
                Position(run: backlog.run, number: backlog.latest, courier: try await courier()))
        } catch {
            return RemoteSession.mayPass(error) ? .failed : .hopeless
        }
    }

    private func listen(
        from start: Position, _ report: @Sendable (ServiceNotification) -> Void
    ) async {
        var position = start
        // A courier tells what comes after it was made; what came before is asked for at once.
        var isNewCourier = true
        var wait = 0.2
        while !Task.isCancelled {
            do throws(ServiceError) {
                if !isNewCourier { try await waitForNotifications(position.courier) }
                let backlog = try await backlog(after: position.number, run: position.run)
                for notification in backlog.notifications {
                    for _ in 0..<service.faults.copies(ofNotificationTo: user) {
                        report(rename(notification))
                    }
                    position.number = notification.number
                }
                isNewCourier = false
                if backlog.run != position.run {
                    // The server restarted: the numbers begin again, and the courier is another.
                    position.run = backlog.run
                    position.number = backlog.notifications.last?.number ?? 0
                    position.courier = try await courier()
                    isNewCourier = true
                }
                wait = 0.2
            } catch {
                if RemoteSession.saysUnknown(error) {
                    // The courier's address has expired, or the sign-in that it was made with.
                    do throws(ServiceError) {
                        position.courier = try await courier()
                        isNewCourier = true
                    } catch {
                        guard RemoteSession.saysUnknown(error) || RemoteSession.mayPass(error)
                        else { return }
                    }
                } else if !RemoteSession.mayPass(error) {
                    return
                }
                // The loop's condition sees the cancellation.
                try? await Task.sleep(for: .seconds(wait))
                wait = min(wait * 2, 30)
            }
        }
    }

    /// Whether an address leads nowhere.
    private static func saysUnknown(_ error: ServiceError) -> Bool {
        error.code == .unknownItem || error.code == .badContainer
    }

    /// Whether trying again later may help.
    private static func mayPass(_ error: ServiceError) -> Bool {
        switch error.code {
        case .networkUnavailable, .networkFailure, .serviceUnavailable, .requestRateLimited,
            .zoneBusy, .serverResponseLost, .internalError, .accountTemporarilyUnavailable:
            true
        default: false
        }
    }

    /// The address that answers when there are notifications.
    private func courier() async throws(ServiceError) -> String {
        let reply: TokenReply = try read(
            try await send(
                "POST", path: "\(service.root("device"))/tokens/create",
                body: TokenRequest(
                    apnsEnvironment: options.environment.rawValue, clientID: device
                ).bytes, isWrite: false))
        return reply.courierURL
    }

    private func waitForNotifications(_ courier: String) async throws(ServiceError) {
        // What it says is less than we ask for afterwards, but it says when.
        let request = WireRequest("GET", courier, query: "list=1")
        let reply: RemoteReply
        do {
            reply = try await service.transport.send(request, within: 120)
        } catch {
            if error == .timedOut { return }
            throw ServiceError(error, isWrite: false)
        }
        guard reply.status == 200 else { throw ServiceError(reply) }
    }

    private func backlog(
        after number: Int?, run: String?
    ) async throws(ServiceError) -> NotificationBacklog {
        try read(try await ask("news", in: .private, BacklogRequest(run: run, after: number)))
    }

    /// A notification that names the container as the program does.
    private func rename(_ notification: ServiceNotification) -> ServiceNotification {
        var renamed = notification
        renamed.container = options.identifier
        return renamed
    }

    // MARK: Marks and people

    /// Keeps what a program left beside its changes to zones, for this user and device.
    package func keepMark(
        _ mark: Data, of zones: Set<ZoneID>, in database: Database
    ) async throws(ServiceError) {
        _ = try await ask(
            "keep", in: database, KeepMarkRequest(zones: Array(zones), mark: mark), isWrite: true)
    }

    /// What the program last left beside its changes to a zone; nil when it left nothing.
    package func mark(
        of zone: ZoneID, in database: Database
    ) async throws(ServiceError) -> Data? {
        let reply: MarkReply = try read(
            try await ask("mark", in: database, MarkRequest(zone: zone)))
        return reply.mark
    }

    /// Lets others find a user; only the administrator may.
    func introduce(_ identity: UserIdentity) async throws(ServiceError) {
        _ = try await ask("introduce", in: .public, IntroduceRequest(identity), isWrite: true)
    }

    /// Asks what only our own servers answer.
    private func ask(
        _ name: String, in database: Database, _ message: some WireMessage, isWrite: Bool = false
    ) async throws(ServiceError) -> RemoteReply {
        try await send(
            "POST", "quarry/\(name)", in: database, body: message.bytes, isWrite: isWrite)
    }
}
