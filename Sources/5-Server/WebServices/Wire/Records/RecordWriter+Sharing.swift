import RecordCore
import RecordJSON

extension RecordWriter {
    /// Appends what a share says beyond its fields: `,"publicPermission":…,"participants":[…]`.
    func write(_ share: WireShare, token: String?, to writer: inout JSONWriter) {
        writer.append(member: #","shortGUID":"#, token)
        if let permission = share.publicPermission {
            writer.append(raw: #","publicPermission":"#)
            writer.append(text: permission.wireName)
        }
        if let root = share.root {
            writer.append(raw: #","rootRecord":"#)
            writer.append(root, owner: zoneOwner)
        }
        var current: Share.Participant?
        let host = share.owner.map {
            Share.Participant(
                user: $0, role: .owner, permission: .readWrite, acceptance: .accepted,
                id: "owner")
        }
        if let participants = share.participants {
            writer.append(raw: #","participants":["#)
            // The owner stands first among them, as CloudKit has it.
            if let host { write(host, to: &writer) }
            for (place, participant) in participants.enumerated() {
                if place > 0 || host != nil { writer.append(byte: UInt8(ascii: ",")) }
                write(participant, to: &writer)
                if participant.user != nil, participant.user == reader { current = participant }
            }
            writer.append(byte: UInt8(ascii: "]"))
        }
        if let host {
            writer.append(raw: #","owner":"#)
            write(host, to: &writer)
            if host.user == reader { current = host }
        }
        if let current {
            writer.append(raw: #","currentUserParticipant":"#)
            write(current, to: &writer)
        }
        if let requests = share.requests {
            writer.append(raw: #","accessRequests":{"allowed":"#)
            writer.append(raw: requests.areAllowed ? "true" : "false")
            writer.append(raw: #","requesters":"#)
            writer.append(array: requests.users) { writeIdentity(of: $1, to: &$0) }
            writer.append(raw: #","blocked":"#)
            writer.append(array: requests.blocked) { writeIdentity(of: $1, to: &$0) }
            writer.append(byte: UInt8(ascii: "}"))
        }
    }

    /// Appends a user that takes no part: `{"userIdentity":…}`.
    private func writeIdentity(of user: String, to writer: inout JSONWriter) {
        writer.append(raw: #"{"userIdentity":"#)
        (names?(user) ?? WireUser(user: user)).write(to: &writer)
        writer.append(byte: UInt8(ascii: "}"))
    }

    private func write(_ participant: Share.Participant, to writer: inout JSONWriter) {
        writer.append(raw: #"{"participantId":"#)
        writer.append(text: participant.id)
        writer.append(raw: #","userIdentity":"#)
        var user =
            participant.user.flatMap { names?($0) } ?? WireUser(user: participant.user)
        if participant.email != nil || participant.phone != nil {
            user.lookup = UserLookup(email: participant.email, phone: participant.phone)
        }
        user.write(to: &writer)
        writer.append(raw: #","type":"#)
        writer.append(text: participant.role.wireName)
        writer.append(raw: #","permission":"#)
        writer.append(text: participant.permission.wireName)
        writer.append(raw: #","acceptanceStatus":"#)
        writer.append(text: participant.acceptance.wireName)
        writer.append(member: #","shortGUID":"#, participant.token)
        if let added = participant.added {
            writer.append(raw: #","dateAddedToShare":"#)
            writer.append(integer: WireDate.milliseconds(of: added))
        }
        if participant.isApprovedRequester {
            writer.append(raw: #","isApprovedRequester":true"#)
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}
