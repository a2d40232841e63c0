import Foundation
import PredicateCore
package import RecordCore
package import RecordJSON
package import RecordService

extension SubscriptionLookupRequest: WireMessage {
    /// Reads the body of `subscriptions/lookup`; throws `BAD_REQUEST` without `subscriptions`.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(
            try reader.list("subscriptions") { reader throws(WireError) in
                try reader.subscriptionID()
            })
    }

    /// Appends the body of `subscriptions/lookup`: `{"subscriptions":[{"subscriptionID":…}]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"subscriptions":"#)
        writer.append(array: ids) { writer, id in
            writer.append(raw: #"{"subscriptionID":"#)
            writer.append(text: id)
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension SubscriptionModifyRequest: WireMessage {
    /// Reads the body of `subscriptions/modify`; throws `BAD_REQUEST` without `operations`.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(try reader.list("operations", of: Operation.init))
    }

    /// Appends the body of `subscriptions/modify`: `{"operations":[…]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"operations":"#)
        writer.append(array: operations) { writer, operation in
            switch operation {
            case .save(let subscription):
                writer.append(raw: #"{"operationType":"create","subscription":"#)
                subscription.write(to: &writer)
            case .delete(let id):
                writer.append(
                    raw: #"{"operationType":"delete","subscription":{"subscriptionID":"#)
                writer.append(text: id)
                writer.append(byte: UInt8(ascii: "}"))
            }
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension SubscriptionModifyRequest.Operation {
    init(from reader: inout WireReader) throws(WireError) {
        var isDeletion: Bool?
        var place: WireReader?
        try reader.members("operations") { reader, key throws(WireError) in
            switch key {
            case "operationType":
                switch try reader.text("operationType") {
                case "create", "update": isDeletion = false
                case "delete": isDeletion = true
                case nil: break
                case .some(let text):
                    throw .badRequest(
                        "BadRequestException: Unexpected input: no such operationType: "
                            + text.prefix(40))
                }
            case "subscription": place = try reader.pass()
            default: try reader.skip()
            }
        }
        guard let isDeletion else { throw .missing("operationType") }
        guard var place, try !place.null() else { throw .missing("subscription") }
        self =
            isDeletion
            ? .delete(try place.subscriptionID()) : .save(try WireSubscription(from: &place))
    }
}

extension WireReader {
    /// The name of a subscription, as an object or a text.
    fileprivate mutating func subscriptionID() throws(WireError) -> String {
        if cursor.kind == .text { return try text("subscriptionID") ?? "" }
        var id: String?
        try members("subscription") { reader, key throws(WireError) in
            guard "subscriptionID" ~= key else { return try reader.skip() }
            id = try reader.text("subscriptionID")
        }
        guard let id else { throw .missing("subscriptionID") }
        return id
    }
}

extension WireSubscription: WireMessage {
    /// Reads a subscription in the form of `subscriptions/modify`.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(nil, .database(type: nil))
        var parts = Parts()
        try reader.members("subscription") { reader, key throws(WireError) in
            switch key {
            case "subscriptionID": id = try reader.text("subscriptionID")
            case "subscriptionType": parts.type = try reader.text("subscriptionType")
            case "zoneID": parts.zone = try reader.zone("zoneID")
            case "zoneWide": parts.isZoneWide = try reader.flag("zoneWide") ?? false
            case "query": parts.query = try reader.pass()
            case "firesOn": parts.firesOn = try reader.texts("firesOn") ?? []
            case "firesOnce": parts.firesOnce = try reader.flag("firesOnce") ?? false
            case "notificationInfo":
                guard reader.cursor.kind == .object else {
                    if try reader.null() { return }
                    throw reader.wrong("notificationInfo", "an object")
                }
                var place = reader
                info = Array(try reader.raw())
                try place.members("notificationInfo") { reader, key throws(WireError) in
                    guard "additionalFields" ~= key else { return try reader.skip() }
                    parts.additionalFields = try reader.texts("additionalFields")
                }
            case "quarry": try parts.readExtension(&reader)
            default: try reader.skip()
            }
        }
        if let data = parts.info { info = data }
        if parts.isInfoMissing { info = nil }
        desiredKeys = parts.desiredKeys ?? parts.additionalFields
        kind = try parts.kind()
    }

    private struct Parts {
        var type: String?
        var zone: ZoneID?
        var isZoneWide = false
        var query: WireReader?
        var firesOn: [String] = []
        var firesOnce = false
        var additionalFields: [String]?
        var recordType: String?
        var desiredKeys: [String]?
        var info: [UInt8]?
        var isInfoMissing = false

        mutating func readExtension(_ reader: inout WireReader) throws(WireError) {
            try reader.members("quarry") { reader, key throws(WireError) in
                switch key {
                case "recordType": recordType = try reader.text("recordType")
                case "desiredKeys": desiredKeys = try reader.texts("desiredKeys")
                case "info":
                    isInfoMissing = reader.cursor.kind == .null
                    info = try reader.text("info").flatMap { Data(base64Encoded: $0) }
                        .map { Array($0) }
                default: try reader.skip()
                }
            }
        }

        func kind() throws(WireError) -> Kind {
            switch type {
            case "query", "QUERY":
                guard var query else { throw .missing("query") }
                let zone = isZoneWide ? nil : zone
                return .query(
                    try WireQuery(from: &query, zone: zone ?? .default), zone: zone,
                    fires: try events())
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

        private func events() throws(WireError) -> ServiceSubscription.QueryEvents {
            var events: ServiceSubscription.QueryEvents = firesOnce ? [.once] : []
            for word in firesOn {
                switch word.lowercased() {
                case "create": events.insert(.onCreation)
                case "update": events.insert(.onUpdate)
                case "delete": events.insert(.onDeletion)
                default:
                    throw .badRequest(
                        "BadRequestException: 'firesOn' must hold create, update and delete")
                }
            }
            return events
        }
    }

    /// Appends a subscription in the form of `subscriptions/modify`.
    package func write(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        if let id {
            writer.append(raw: #""subscriptionID":"#)
            writer.append(text: id)
            writer.append(byte: UInt8(ascii: ","))
        }
        var recordType: String?
        switch kind {
        case .query(let query, let zone, let fires):
            writer.append(raw: #""subscriptionType":"query","query":"#)
            query.write(to: &writer)
            if let zone {
                writer.append(raw: #","zoneWide":false,"zoneID":"#)
                writer.append(zone)
            } else {
                writer.append(raw: #","zoneWide":true"#)
            }
            var words: [String] = []
            if fires.contains(.onCreation) { words.append("create") }
            if fires.contains(.onUpdate) { words.append("update") }
            if fires.contains(.onDeletion) { words.append("delete") }
            writer.append(raw: #","firesOn":"#)
            writer.append(texts: words)
            writer.append(raw: #","firesOnce":"#)
            writer.append(flag: fires.contains(.once))
        case .zone(let zone, let type):
            recordType = type
            writer.append(raw: #""subscriptionType":"zone","zoneID":"#)
            writer.append(zone)
        case .database(let type):
            recordType = type
            writer.append(raw: #""subscriptionType":"database""#)
        }
        writeInfo(to: &writer)
        writeExtension(recordType, to: &writer)
        writer.append(byte: UInt8(ascii: "}"))
    }

    private func writeInfo(to writer: inout JSONWriter) {
        if let info, isObject(info) {
            writer.append(raw: #","notificationInfo":"#)
            writer.bytes.append(contentsOf: info)
        } else if let desiredKeys {
            writer.append(raw: #","notificationInfo":{"additionalFields":"#)
            writer.append(texts: desiredKeys)
            writer.append(byte: UInt8(ascii: "}"))
        }
    }

    private func isObject(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            // Bytes that are no JSON are no object.
            (try? WireReader(checking: buffer))?.cursor.kind == .object
        }
    }

    private func writeExtension(_ recordType: String?, to writer: inout JSONWriter) {
        let isPlain = info.map(isObject) ?? (desiredKeys == nil)
        guard recordType != nil || desiredKeys != nil || !isPlain else { return }
        writer.append(raw: #","quarry":{"#)
        if let recordType {
            writer.append(raw: #""recordType":"#)
            writer.append(text: recordType)
            writer.append(byte: UInt8(ascii: ","))
        }
        if let desiredKeys {
            writer.append(raw: #""desiredKeys":"#)
            writer.append(texts: desiredKeys)
            writer.append(byte: UInt8(ascii: ","))
        }
        if !isPlain {
            writer.append(raw: #""info":"#)
            if let info {
                writer.append(base64: Data(info))
            } else {
                writer.append(raw: "null")
            }
        }
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }

    // MARK: For sessions

    /// The subscription as a session takes it.
    ///
    /// - Parameter schema: Says what values of filters without a type are.
    package func subscription(schema: Schema) throws(WireError) -> ServiceSubscription {
        let kind: ServiceSubscription.Kind =
            switch kind {
            case .query(let query, let zone, let fires):
                .query(
                    type: query.recordType,
                    predicate: try query.queryPredicate(
                        type: schema[query.recordType], zone: zone ?? .default),
                    zone: zone, fires: fires)
            case .zone(let zone, let type): .zone(zone, type: type)
            case .database(let type): .database(type: type)
            }
        return ServiceSubscription(
            id ?? WireRecord.newName(), kind, info: info.map { Data($0) },
            desiredKeys: desiredKeys)
    }

    /// A subscription as a session gives it.
    package init(_ subscription: ServiceSubscription) {
        let kind: Kind =
            switch subscription.kind {
            case .query(let type, let predicate, let zone, let fires):
                .query(
                    WireQuery(type, predicate: predicate.format), zone: zone, fires: fires)
            case .zone(let zone, let type): .zone(zone, type: type)
            case .database(let type): .database(type: type)
            }
        self.init(
            subscription.id, kind, info: subscription.info.map { Array($0) },
            desiredKeys: subscription.desiredKeys)
    }
}

extension SubscriptionsReply: WireMessage {
    /// Reads a reply of subscriptions: each as it is, deleted, or an error.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        try reader.members("reply") { reader, key throws(WireError) in
            guard "subscriptions" ~= key else { return try reader.skip() }
            try reader.elements("subscriptions") { reader throws(WireError) in
                var place = reader
                if let error = try WireError.entry(&place) {
                    place = reader
                    // An error may come without the subscription that it is about.
                    let id = try? place.subscriptionID()
                    entries.append(.failure(id: id, error))
                    return try reader.skip()
                }
                var isDeleted = false
                place = reader
                try place.members("subscriptions") { reader, key throws(WireError) in
                    guard "deleted" ~= key else { return try reader.skip() }
                    isDeleted = try reader.flag("deleted") ?? false
                }
                entries.append(
                    isDeleted
                        ? .deleted(try reader.subscriptionID())
                        : .subscription(try WireSubscription(from: &reader)))
            }
        }
    }

    /// Appends a reply of subscriptions: `{"subscriptions":[…]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"subscriptions":"#)
        writer.append(array: entries) { writer, entry in
            switch entry {
            case .subscription(let subscription): subscription.write(to: &writer)
            case .deleted(let id):
                writer.append(raw: #"{"subscriptionID":"#)
                writer.append(text: id)
                writer.append(raw: #","deleted":true}"#)
            case .failure(let id, let error):
                writer.append(byte: UInt8(ascii: "{"))
                if let id {
                    writer.append(raw: #""subscriptionID":"#)
                    writer.append(text: id)
                    writer.append(byte: UInt8(ascii: ","))
                }
                error.writeMembers(to: &writer)
                writer.append(byte: UInt8(ascii: "}"))
            }
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}
