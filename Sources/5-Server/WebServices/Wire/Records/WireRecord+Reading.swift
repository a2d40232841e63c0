import Foundation
package import PredicateCore
package import RecordCore
import RecordJSON

extension WireRecord {
    /// Reads a record.
    ///
    /// - Parameters:
    ///   - outer: The zone that the request names for records that name none.
    ///   - isReply: Whether a server says it: then values without a type are what they look
    ///     like.
    init(
        from reader: inout WireReader, zone outer: ZoneID?, isReply: Bool
    ) throws(WireError) {
        self.init()
        // The zone is needed for references, wherever it stands. Fields are read at once all the
        // same: to pass over them first is a tenth of reading a record, and few need the zone.
        var parts: [(Member, WireReader)] = []
        var isZoneLate = false
        var isZoneNeeded = false
        try reader.members("record") { reader, key throws(WireError) in
            switch key {
            case "recordName": name = try reader.text("recordName")
            case "recordType": type = try reader.text("recordType")
            case "recordChangeTag": changeTag = try reader.text("recordChangeTag")
            case "zoneID":
                let known = zone ?? outer ?? .default
                zone = try reader.zone("zoneID")
                isZoneLate =
                    isZoneLate || !parts.isEmpty && (zone ?? outer ?? .default) != known
            case "deleted": isDeleted = try reader.flag("deleted") ?? false
            case "shortGUID": shortGUID = try reader.text("shortGUID")
            case "createShortGUID":
                createsShortGUID = try reader.flag("createShortGUID") ?? false
            case "created": created = try Stamp(from: &reader, "created")
            case "modified": modified = try Stamp(from: &reader, "modified")
            case "fields":
                parts.append((.fields, reader))
                let needsZone = try readFields(
                    &reader, zone: zone ?? outer ?? .default, isReply: isReply)
                isZoneNeeded = isZoneNeeded || needsZone
            case "parent": parts.append((.parent, try reader.pass()))
            case "share": parts.append((.share, try reader.pass()))
            case "publicPermission": parts.append((.publicPermission, try reader.pass()))
            case "participants": parts.append((.participants, try reader.pass()))
            case "accessRequests": parts.append((.requests, try reader.pass()))
            case "forRecord", "rootRecord": parts.append((.root, try reader.pass()))
            case "owner": parts.append((.owner, try reader.pass()))
            default: try reader.skip()
            }
        }
        let home = zone ?? outer ?? .default
        for (part, place) in parts {
            var place = place
            switch part {
            case .fields:
                if isZoneLate, isZoneNeeded {
                    try readFields(&place, zone: home, isReply: isReply)
                }
            case .parent:
                parent = try place.recordID("parent", zone: home).map { .to($0) } ?? .none
            case .share:
                share = try place.recordID("share", zone: home).map { .to($0) } ?? .none
            case .publicPermission, .participants, .requests, .root, .owner:
                guard type == nil || type == Share.recordType else { continue }
                var sharing = sharing ?? WireShare()
                try sharing.read(part, &place, zone: home, isReply: isReply)
                self.sharing = sharing
            }
        }
    }

    enum Member {
        case fields, parent, share, publicPermission, participants, requests, root, owner
    }

    /// Reads fields; says whether the zone was taken for a reference that names none.
    @discardableResult
    mutating func readFields(
        _ reader: inout WireReader, zone: ZoneID, isReply: Bool
    ) throws(WireError) -> Bool {
        let receipts = ValueReader.Receipts()
        let values = ValueReader(zone: zone, isReply: isReply, receipts: receipts)
        if fields.isEmpty { fields.reserveCapacity(8) }
        try reader.members("fields") { reader, key throws(WireError) in
            guard let name = key.text else {
                throw .badRequest("BadRequestException: the name of a field is not UTF-8")
            }
            let found = try values.found(&reader, name)
            if !untyped.isEmpty { untyped[name] = nil }
            // A name may be said twice; the last one counts.
            if !untypedScalars.isEmpty, fields[name] != nil {
                untypedScalars.removeAll { $0 == name }
            }
            if !encrypted.isEmpty { encrypted.remove(name) }
            if !listTypes.isEmpty { listTypes[name] = nil }
            if found.place == nil {
                fields[name] = .null
                // An empty place says nothing of encryption.
            } else if found.refused != nil {
                fields[name] = try values.inferred(found)
            } else if let type = found.type, type.scalar != nil || type.isList {
                let value = try values.value(found, as: type)
                fields[name] = value
                if type.isEncrypted || found.isEncrypted { encrypted.insert(name) }
                if !isReply, case .list(let members) = value, members.isEmpty {
                    listTypes[name] = type.scalar
                }
            } else if !isReply, let scalar = try found.scalar() {
                fields[name] = scalar
                if found.isEncrypted { encrypted.insert(name) }
                if untypedScalars.isEmpty { untypedScalars.reserveCapacity(8) }
                untypedScalars.append(name)
            } else {
                fields[name] = try inferred(found, values, isReply: isReply)
                if found.isEncrypted { encrypted.insert(name) }
                if !isReply, var place = found.place {
                    untyped[name] = Array(try place.raw())
                }
            }
        }
        self.receipts = receipts.found
        return receipts.isZoneNeeded
    }

    /// What a value looks like; null in a request where that cannot be told, since the type of
    /// the field may tell it.
    private func inferred(
        _ found: ValueReader.UntypedValue, _ values: ValueReader, isReply: Bool
    ) throws(WireError) -> Value {
        do {
            return try values.inferred(found)
        } catch {
            if isReply { throw error }
            return .null
        }
    }

    // MARK: For stores and programs

    /// The record as a store takes it.
    ///
    /// - Parameters:
    ///   - type: The record type, which says what values without a type are; nil where it is
    ///     not known yet: then the values say it.
    ///   - typeName: The name of the type where the record does not say it.
    ///   - zone: The zone of records that name none.
    ///   - name: The name of a record that has none; nil makes one.
    /// - Throws: `BAD_REQUEST` with CloudKit's words where a value does not go with its field;
    ///   ``WireError/concernsItem`` says whether the rest of the request may go on.
    package func record(
        type: RecordType?, typeName: String? = nil, zone outer: ZoneID?, name newName: String? = nil
    ) throws(WireError) -> Record {
        guard let typeName = self.type ?? typeName ?? type?.name else {
            throw .missing("recordType")
        }
        let zone = zone ?? outer ?? .default
        let name = name ?? newName ?? WireRecord.newName()
        var record = Record(typeName, RecordID(name, zone: zone), fields)
        record.encrypted = encrypted
        for field in encrypted {
            if let known = type?.field(field), !known.isEncrypted {
                throw WireError(
                    .badRequest, "Attempt to save encrypted data in non encrypted field type",
                    concernsItem: true)
            }
        }
        for name in untypedScalars {
            guard let field = type?.field(name), let value = record.fields[name],
                field.type != ScalarType(of: value).map(FieldType.single)
            else { continue }
            record.fields[name] = try ValueReader.value(value, as: WireType(field))
        }
        for (name, json) in untyped {
            let field = type?.field(name)
            let value = try WireValue.value(of: json, as: field.map { WireType($0) }, zone: zone)
            // A new field could be a list of anything.
            if field == nil, value == .list([]) { throw .ambiguous }
            record.fields[name] = value
        }
        if case .to(let id) = parent { record.parent = id }
        if case .to(let id) = share { record.share = id }
        if let changeTag {
            record.system = SystemFields(
                created: created?.date ?? Date(microseconds: 0), createdBy: created?.user ?? "",
                modified: modified?.date ?? Date(microseconds: 0),
                modifiedBy: modified?.user ?? "", changeTag: changeTag)
        }
        if typeName == Share.recordType { writeSaid(sharing: &record) }
        return record
    }

    /// Puts what the members of a share say where a store keeps it, and nothing for members that
    /// are absent: in an update these keep their values.
    private func writeSaid(sharing record: inout Record) {
        let fields = record.fields
        write(sharing: &record)
        func restore(_ field: String) { record.fields[field] = fields[field] }
        if sharing?.root == nil { restore(Share.rootField) }
        if sharing?.participants == nil { restore(Share.participantsField) }
        if sharing?.publicPermission == nil { restore(Share.publicPermissionField) }
        if sharing?.requests == nil { restore(Share.requestsField) }
        if shortGUID == nil { restore(Share.tokenField) }
    }

    /// A name for a record that has none.
    static func newName() -> String { UUID.timeOrdered().text }

    /// The record as a program knows it that has read a reply.
    func read(zone outer: ZoneID?) -> Record {
        var record = Record(
            type ?? "", RecordID(name ?? "", zone: zone ?? outer ?? .default),
            fields.filter { !$0.value.isNull })
        record.encrypted = encrypted.filter { record.fields[$0] != nil }
        if case .to(let id) = parent { record.parent = id }
        if case .to(let id) = share { record.share = id }
        if changeTag != nil || created != nil || modified != nil {
            let unknown = Stamp(date: Date(timeIntervalSince1970: 0), user: "")
            let modified = modified ?? created ?? unknown
            let created = created ?? modified
            record.system = SystemFields(
                created: created.date, createdBy: created.user, modified: modified.date,
                modifiedBy: modified.user, changeTag: changeTag ?? "")
        }
        if record.type == Share.recordType {
            write(sharing: &record)
            record.fields = record.fields.filter { !$0.value.isNull }
        }
        return record
    }

    /// Puts what the members of a share say where a store keeps it.
    private func write(sharing record: inout Record) {
        guard sharing != nil || shortGUID != nil else { return }
        var share = Share(record.id, root: nil)
        if let known = Share(record) { share = known }
        if let root = sharing?.root { share.root = root }
        if let participants = sharing?.participants { share.participants = participants }
        if let permission = sharing?.publicPermission { share.publicPermission = permission }
        if let requests = sharing?.requests { share.requests = requests }
        if let shortGUID { share.token = shortGUID }
        record = share.written(to: record)
    }
}

extension WireRecord.Stamp {
    /// Reads `{"timestamp":…,"userRecordName":…,"deviceID":…}`; nil of `null`.
    init?(from reader: inout WireReader, _ name: String) throws(WireError) {
        if try reader.null() { return nil }
        var time: Int64 = 0
        var fraction = WireDate.Fraction()
        var user = ""
        try reader.members(name) { reader, key throws(WireError) in
            switch key {
            case "timestamp": time = try reader.integer("timestamp") ?? 0
            case "userRecordName": user = try reader.text("userRecordName") ?? ""
            case "deviceID": _ = try reader.text("deviceID")
            case "quarry": fraction = try reader.fractions().first ?? fraction
            default: try reader.skip()
            }
        }
        guard let date = WireDate.date(time, fraction) else {
            throw reader.wrong(name, "a time in milliseconds")
        }
        self.init(date: date, user: user)
    }
}

extension WireShare {
    mutating func read(
        _ part: WireRecord.Member, _ reader: inout WireReader, zone: ZoneID, isReply: Bool
    ) throws(WireError) {
        switch part {
        case .publicPermission:
            let text = try reader.text("publicPermission")
            publicPermission = text.flatMap { Share.Permission(wireName: $0) }
            if let text, publicPermission == nil, !isReply {
                throw reader.wrong(
                    "publicPermission", "NONE, READ_ONLY or READ_WRITE, not \(text.prefix(40))")
            }
        case .participants:
            if try reader.null() {
                participants = nil
                return
            }
            var found: [Share.Participant] = []
            try reader.elements("participants", atMost: 1000) { reader throws(WireError) in
                let participant = try Share.Participant(from: &reader, isReply: isReply)
                if participant.role == .owner {
                    owner = participant.user
                } else {
                    found.append(participant)
                }
            }
            participants = found
        case .requests:
            requests =
                try reader.null() ? nil : Share.AccessRequests(from: &reader, isReply: isReply)
        case .root: root = try reader.recordID("rootRecord", zone: zone)
        case .owner: owner = try Share.Participant(from: &reader, isReply: isReply).user ?? owner
        case .fields, .parent, .share: break
        }
    }
}

extension Share.Participant {
    init(from reader: inout WireReader, isReply: Bool) throws(WireError) {
        self.init()
        try reader.members("participants") { reader, key throws(WireError) in
            switch key {
            case "participantId": id = try reader.text("participantId") ?? id
            case "shortGUID": token = try reader.text("shortGUID")
            case "dateAddedToShare":
                let time = try reader.integer("dateAddedToShare")
                added = time.flatMap { WireDate.date($0, WireDate.Fraction()) }
            case "isApprovedRequester": hasAsked = try reader.flag("isApprovedRequester")
            case "userIdentity":
                let identity = try WireUser(from: &reader)
                user = identity.user ?? identity.lookup?.user
                email = identity.lookup?.email ?? identity.email
                phone = identity.lookup?.phone
            case "emailAddress": email = try reader.text("emailAddress")
            case "phoneNumber": phone = try reader.text("phoneNumber")
            case "type":
                role = try reader.text("type").flatMap { Share.Role(wireName: $0) } ?? role
            case "permission":
                let text = try reader.text("permission")
                let known = text.flatMap { Share.Permission(wireName: $0) }
                if let text, known == nil, !isReply {
                    throw reader.wrong(
                        "permission", "NONE, READ_ONLY or READ_WRITE, not \(text.prefix(40))")
                }
                permission = known ?? permission
            case "acceptanceStatus":
                acceptance =
                    try reader.text("acceptanceStatus").flatMap { Share.Acceptance(wireName: $0) }
                    ?? acceptance
            default: try reader.skip()
            }
        }
    }
}

extension Share.AccessRequests {
    /// Reads `{"allowed":true,"requesters":[{"userIdentity":…}],"blocked":[…]}`.
    ///
    /// - Throws: For a request in which one is missing: it would unblock users without a word.
    init(from reader: inout WireReader, isReply: Bool) throws(WireError) {
        self.init()
        let place = reader
        var (isAllowedSaid, areUsersSaid, isBlockedSaid) = (false, false, false)
        try reader.members("accessRequests") { reader, key throws(WireError) in
            switch key {
            case "allowed":
                areAllowed = try reader.flag("allowed") ?? false
                isAllowedSaid = true
            case "requesters":
                users = try Self.users("requesters", from: &reader)
                areUsersSaid = true
            case "blocked":
                blocked = try Self.users("blocked", from: &reader)
                isBlockedSaid = true
            default: try reader.skip()
            }
        }
        guard isReply || isAllowedSaid && areUsersSaid && isBlockedSaid else {
            throw place.wrong(
                "accessRequests",
                "an object of allowed, requesters and blocked, which replace what is stored")
        }
    }

    private static func users(
        _ name: String, from reader: inout WireReader
    ) throws(WireError) -> [String] {
        var users: [String] = []
        try reader.elements(name, atMost: 1000) { reader throws(WireError) in
            let participant = try Share.Participant(from: &reader, isReply: true)
            if let user = participant.user { users.append(user) }
        }
        return users
    }
}
