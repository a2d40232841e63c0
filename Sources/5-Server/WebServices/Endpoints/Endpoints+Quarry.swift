import Foundation
import RecordCore
import RecordJSON
package import RecordService

/// What our own clients ask beyond CloudKit Web Services, under `…/quarry/`, where no other
/// client looks.
///
///     POST …/private/quarry/news      {"run": "…", "after": 12}
///     POST …/private/quarry/keep      {"zones": [{"zoneName": "Notes", …}], "mark": "…"}
///     POST …/private/quarry/mark      {"zone": {"zoneName": "Notes", …}}
///     POST …/public/quarry/introduce  {"user": "_ann", "emails": ["ann@example.org"], …}
package enum QuarryMessage {
    /// The latest news for the device, exact, and where the service stands.
    package static func news(_ news: NotificationBacklog) -> Value {
        .dictionary([
            "run": .text(news.run), "latest": .int(Int64(news.latest)),
            "notifications": .list(
                news.notifications.compactMap { $0.data }.map {
                    .text($0.base64EncodedString())
                }),
        ])
    }

    /// What ``news(_:)`` wrote; nil where it is not that.
    package static func news(reading value: Value) -> NotificationBacklog? {
        guard case .dictionary(let members) = value, case .text(let run)? = members["run"],
            case .int(let latest)? = members["latest"],
            case .list(let list)? = members["notifications"]
        else { return nil }
        return NotificationBacklog(
            run: run, latest: Int(latest),
            notifications: list.compactMap { member in
                guard case .text(let text) = member, let data = Data(base64Encoded: text) else {
                    return nil
                }
                return ServiceNotification(data: data)
            })
    }

    /// A zone by name and owner.
    package static func zone(_ zone: ZoneID) -> Value {
        .dictionary(["zoneName": .text(zone.name), "ownerRecordName": .text(zone.owner)])
    }

    /// What ``zone(_:)-(ZoneID)`` wrote; nil where it is not that.
    package static func zone(reading value: Value?) -> ZoneID? {
        guard case .dictionary(let members)? = value, case .text(let name)? = members["zoneName"],
            case .text(let owner)? = members["ownerRecordName"]
        else { return nil }
        return ZoneID(name, owner: owner)
    }

    /// A user's identity in the form of our own endpoints.
    package static func identity(_ identity: UserIdentity) -> Value {
        .dictionary([
            "user": .text(identity.user),
            "givenName": identity.givenName.map { .text($0) } ?? .null,
            "familyName": identity.familyName.map { .text($0) } ?? .null,
            "emails": .list(identity.emails.map { .text($0) }),
            "phones": .list(identity.phones.map { .text($0) }),
        ])
    }

    /// What ``identity(_:)`` wrote; nil where it is not that.
    package static func identity(reading value: Value) -> UserIdentity? {
        guard case .dictionary(let members) = value, case .text(let user)? = members["user"] else {
            return nil
        }
        func texts(_ key: String) -> [String] {
            guard case .list(let list)? = members[key] else { return [] }
            return list.compactMap { if case .text(let text) = $0 { text } else { nil } }
        }
        func text(_ key: String) -> String? {
            if case .text(let text)? = members[key] { text } else { nil }
        }
        return UserIdentity(
            user: user, givenName: text("givenName"), familyName: text("familyName"),
            emails: texts("emails"), phones: texts("phones"))
    }

    /// A value as the body of a request or a reply.
    package static func bytes(_ value: Value) -> [UInt8] {
        var writer = JSONWriter(plain: true)
        writer.append(value)
        return writer.bytes
    }
}

extension Endpoints {
    /// Answers what our own clients ask; nil for what they never ask.
    ///
    /// - Throws: ``WireError`` and ``ServiceError``.
    static func quarry(
        _ name: String, _ database: ServiceSession.Database, _ request: WireRequest,
        in context: EndpointContext
    ) async throws -> WireReply? {
        let session = context.session
        guard request.method == "POST" else { return nil }
        let body: Value
        do {
            body = try JSONReader.value(of: request.bytes)
        } catch {
            throw WireError.badRequest(error.description)
        }
        guard case .dictionary(let members) = body else {
            throw WireError.badRequest("Expected an object")
        }
        switch name {
        case "news":
            guard session.user != nil else { throw ServiceError.notSignedIn }
            var number: Int?
            if case .int(let after)? = members["after"] { number = Int(after) }
            var run: String?
            if case .text(let text)? = members["run"] { run = text }
            return reply(QuarryMessage.news(await session.backlog(after: number, run: run)))
        case "keep":
            guard session.user != nil else { throw ServiceError.notSignedIn }
            guard case .list(let list)? = members["zones"], case .text(let text)? = members["mark"],
                let mark = Data(base64Encoded: text)
            else { throw WireError.badRequest("missing required field 'mark'") }
            let zones = Set(list.compactMap { QuarryMessage.zone(reading: $0) })
            guard zones.count <= 400, mark.count <= 100_000 else {
                throw WireError.badRequest("a mark is too long, or for too many zones")
            }
            try await session.keepMark(mark, of: zones, in: database)
            return reply(.dictionary([:]))
        case "mark":
            guard session.user != nil else { throw ServiceError.notSignedIn }
            guard let zone = QuarryMessage.zone(reading: members["zone"]) else {
                throw WireError.badRequest("missing required field 'zone'")
            }
            let mark = try await session.mark(of: zone, in: database)
            return reply(
                .dictionary(["mark": mark.map { .text($0.base64EncodedString()) } ?? .null]))
        case "introduce":
            guard session.isAdministrator else {
                throw WireError(.accessDenied, "only an administrator introduces users")
            }
            guard let identity = QuarryMessage.identity(reading: body) else {
                throw WireError.badRequest("missing required field 'user'")
            }
            try await session.service.setIdentity(identity)
            return reply(.dictionary([:]))
        default: return nil
        }
    }

    private static func reply(_ value: Value) -> WireReply {
        WireReply(json: QuarryMessage.bytes(value))
    }
}
