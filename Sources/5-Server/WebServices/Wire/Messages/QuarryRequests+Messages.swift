import Foundation
import PredicateCore
import RecordJSON
package import RecordService

extension BacklogRequest: WireObject {
    package static var blank: Self { Self() }

    /// The body of `quarry/news`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("run", &run)
        try m.member("after", &after)
    }
}

extension NotificationBacklog: ReplyObject {
    package static var blank: Self { Self(run: "", latest: 0, notifications: []) }

    /// The reply of `quarry/news`; notifications are in a form that loses nothing, in base64, and
    /// those of a later version are passed over.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.required("run", &run)
        try m.required("latest", &latest)
        let isThere = try m.member(
            "notifications", &notifications,
            reading: { reader throws(WireError) in
                try reader.texts("notifications")?.compactMap { text in
                    Data(base64Encoded: text).flatMap { ServiceNotification(data: $0) }
                }
            },
            writing: { notifications, writer in
                writer.append(texts: notifications.compactMap { $0.data?.base64EncodedString() })
            })
        try m.require(isThere, "notifications")
    }
}

extension KeepMarkRequest: WireObject {
    package static var blank: Self { Self(zones: [], mark: Data()) }

    /// The body of `quarry/keep`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        let isThere = try m.member(
            "zones", &zones,
            reading: { reader throws(WireError) in
                try reader.list("zones") { reader throws(WireError) in
                    try reader.zone("zones") ?? .default
                }
            },
            writing: { $1.append(array: $0) { $0.append($1) } })
        try m.require(isThere, "zones")
        try m.required("mark", &mark)
    }
}

extension MarkRequest: WireObject {
    package static var blank: Self { Self(zone: .default) }

    /// The body of `quarry/mark`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.required("zone", &zone)
    }
}

extension MarkReply: ReplyObject {
    package static var blank: Self { Self() }

    /// The reply of `quarry/mark`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("mark", &mark)
    }
}

extension IntroduceRequest: WireObject {
    package static var blank: Self { Self(UserIdentity(user: "")) }

    /// The body of `quarry/introduce`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.required("user", &identity.user)
        try m.member("givenName", &identity.givenName)
        try m.member("familyName", &identity.familyName)
        try m.member("emails", &identity.emails)
        try m.member("phones", &identity.phones)
    }
}
