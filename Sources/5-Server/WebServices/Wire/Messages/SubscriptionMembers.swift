import Foundation
import PredicateCore
import RecordJSON
import RecordService

/// The members of a subscription.
struct SubscriptionMembers: WireObject {
    static var blank: Self { Self() }

    private var id: String?
    private var type: String?
    private var query: WireQuery?
    private var isZoneWide: Bool?
    private var zone: ZoneID?
    private var firesOn: [String]?
    private var firesOnce: Bool?
    /// The JSON of `notificationInfo`, an object.
    private var info: [UInt8]?
    private var additionalFields: [String]?
    private var recordType: String?
    private var desiredKeys: [String]?
    private var exactInfo = ExactInfo.asWritten

    /// What our own client says of the info, which for a session is any bytes.
    private enum ExactInfo {
        /// It is `notificationInfo`.
        case asWritten
        /// There is none.
        case none
        case bytes([UInt8])
    }

    private init() {}

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("subscriptionID", &id)
        try m.member("subscriptionType", &type)
        let home = isZoneWide == true ? nil : zone
        let isQuery = type == "query" || type == "QUERY"
        try m.member(
            "query", &query, isLate: true, isWritten: query != nil,
            reading: { reader throws(WireError) in
                isQuery ? try WireQuery(from: &reader, zone: home ?? .default) : nil
            },
            writing: { $0?.write(to: &$1) })
        try m.member("zoneWide", &isZoneWide)
        try m.member("zoneID", &zone)
        try m.member("firesOn", &firesOn)
        try m.member("firesOnce", &firesOnce)
        _ = try m.visit(
            "notificationInfo", isLate: false, isWritten: info != nil,
            read: { reader throws(WireError) in
                if try reader.null() { return false }
                guard reader.cursor.kind == .object else {
                    throw reader.wrong("notificationInfo", "an object")
                }
                var place = reader
                info = Array(try reader.raw())
                additionalFields = try AdditionalFields(from: &place, "notificationInfo").names
                return true
            },
            write: { writer in info?.withUnsafeBufferPointer { writer.append(raw: $0) } })
        try m.object("quarry") { m throws(WireError) in
            try m.member("recordType", &recordType)
            try m.member("desiredKeys", &desiredKeys)
            try visitExactInfo(&m)
        }
    }

    private mutating func visitExactInfo(_ m: inout some WireMembers) throws(WireError) {
        let isWritten = if case .asWritten = exactInfo { false } else { true }
        _ = try m.visit(
            "info", isLate: false, isWritten: isWritten,
            read: { reader throws(WireError) in
                if let text = try reader.text("info") {
                    exactInfo = Data(base64Encoded: text).map { .bytes(Array($0)) } ?? .asWritten
                } else {
                    exactInfo = .none
                }
                return true
            },
            write: { writer in
                if case .bytes(let bytes) = exactInfo {
                    writer.append(base64: Data(bytes))
                } else {
                    writer.append(raw: "null")
                }
            })
    }

    private struct AdditionalFields: WireObject {
        static var blank: Self { Self() }

        var names: [String]?

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            try m.member("additionalFields", &names)
        }
    }

    // MARK: Subscriptions

    /// The members of a subscription.
    init(_ subscription: WireSubscription) {
        id = subscription.id
        switch subscription.kind {
        case .query(let query, let zone, let fires):
            type = "query"
            self.query = query
            isZoneWide = zone == nil
            self.zone = zone
            firesOn = Self.events.filter { fires.contains($0.event) }.map(\.word)
            firesOnce = fires.contains(.once)
        case .zone(let zone, let recordType):
            type = "zone"
            self.zone = zone
            self.recordType = recordType
        case .database(let recordType):
            type = "database"
            self.recordType = recordType
        }
        desiredKeys = subscription.desiredKeys
        if let info = subscription.info, Self.isObject(info) {
            self.info = info
        } else {
            info = desiredKeys.map { AdditionalFields(names: $0).bytes }
            exactInfo =
                subscription.info.map { .bytes($0) } ?? (desiredKeys == nil ? .asWritten : .none)
        }
    }

    /// The subscription.
    ///
    /// - Throws: `BAD_REQUEST` without a type, or what a subscription of its type needs.
    func subscription() throws(WireError) -> WireSubscription {
        let info: [UInt8]? =
            switch exactInfo {
            case .asWritten: self.info
            case .none: nil
            case .bytes(let bytes): bytes
            }
        return WireSubscription(
            id, try kind(), info: info, desiredKeys: desiredKeys ?? additionalFields)
    }

    private func kind() throws(WireError) -> WireSubscription.Kind {
        switch type {
        case "query", "QUERY":
            guard let query else { throw .missing("query") }
            return .query(
                query, zone: isZoneWide == true ? nil : zone, fires: try queryEvents())
        case "zone", "ZONE":
            guard let zone else { throw .missing("zoneID") }
            return .zone(zone, type: recordType)
        case "database", "DATABASE": return .database(type: recordType)
        case nil: throw .missing("subscriptionType")
        case .some:
            throw .badRequest(
                "BadRequestException: 'subscriptionType' must be query, zone or database")
        }
    }

    private static let events: [(word: String, event: ServiceSubscription.QueryEvents)] = [
        ("create", .onCreation), ("update", .onUpdate), ("delete", .onDeletion),
    ]

    private func queryEvents() throws(WireError) -> ServiceSubscription.QueryEvents {
        var events: ServiceSubscription.QueryEvents = firesOnce == true ? [.once] : []
        for word in firesOn ?? [] {
            guard let known = Self.events.first(where: { $0.word == word.lowercased() }) else {
                throw .badRequest(
                    "BadRequestException: 'firesOn' must hold create, update and delete")
            }
            events.insert(known.event)
        }
        return events
    }

    private static func isObject(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            // Bytes that are no JSON are no object.
            (try? WireReader(checking: buffer))?.cursor.kind == .object
        }
    }
}
