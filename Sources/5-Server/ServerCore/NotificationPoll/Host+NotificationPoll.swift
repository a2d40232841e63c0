import Accounts
import RecordJSON
import RecordService
import WebServices

extension Host {
    /// Answers `GET /courier/<token>` when there are notifications, or with nothing after a while.
    ///
    /// One notification, as a push would carry it; with `?list=1` `{"notifications": […]}`. The
    /// client may say with `after=<nid>` which was the last that it received.
    func deliver(_ request: WireRequest) async throws -> WireReply {
        guard request.method == "GET" || request.method == "POST" else {
            throw WireError(.notFound, "could not find handler for endpoint")
        }
        let token = String(request.path.dropFirst("/courier/".count))
        guard let address = courier.address(token, at: now) else { throw WireError.unknownCourier }
        try await checkListener(address)
        let service = try await containers.service(
            address.container.container, address.container.environment)
        let session = service.session(user: address.user, device: address.device)
        let isList = request.parameter("list") == "1"
        let notifications = try await courier.notifications(
            token, address, session, after: request.parameter("after"),
            limit: isList ? 100 : 1, at: now)
        // The account may have been closed during the wait, or the user signed out.
        try await checkListener(address)
        var writer = JSONWriter()
        if isList { writer.append(raw: "{\"notifications\":[") }
        for (place, notification) in notifications.enumerated() {
            if place > 0 { writer.append(byte: UInt8(ascii: ",")) }
            NotificationPayload(
                notification: notification, id: courier.id(notification.number),
                user: address.user
            ).write(to: &writer)
        }
        if isList { writer.append(raw: "]}") }
        guard writer.count > 0 else { return WireReply(json: Array("{}".utf8)) }
        let bytes = writer.bytes
        var reply = WireReply(json: bytes)
        if let last = notifications.last {
            // Only a notification that was written counts as sent.
            reply.body = .stream { [courier = self.courier] sink in
                try await sink(bytes)
                await courier.note(token, toldUpTo: last.number)
            }
        }
        reply.headers.append(("cache-control", "no-store"))
        return reply
    }

    /// Refuses a token whose account was closed or removed since it was made, or whose credential
    /// has ended.
    private func checkListener(_ address: NotificationPoll.Address) async throws {
        let isOpen = try await accounts.isOpen(address.user)
        guard isOpen ?? !address.hasAccount else {
            throw WireError(.accessDenied, "The account is closed")
        }
        // Clients make another one, as they do when one has expired, with what they have now.
        guard let credential = address.credential else {
            // Of an earlier version, or of a time when no credentials were needed.
            guard !options.requiresAuthentication else { throw WireError.unknownCourier }
            return
        }
        guard
            try await accounts.isGood(
                credential.id, of: credential.kind, from: credential.origin)
        else { throw WireError.unknownCourier }
    }
}

extension WireError {
    fileprivate static var unknownCourier: WireError {
        WireError(.notFound, "courier url is unknown or has expired")
    }
}
