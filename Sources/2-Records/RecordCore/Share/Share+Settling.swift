extension Share {
    /// Takes over from the stored version who takes part: an owner invites and removes, and
    /// only the participant accepts, as only a user asks to take part.
    package mutating func settle(with stored: Share?) {
        let blocked = requests.blocked
        participants.removeAll { participant in
            blocked.contains { participant.user?.hasSameBytes(as: $0) == true }
        }
        if !isOpen { participants.removeAll { $0.role == .publicUser } }
        for place in participants.indices {
            let participant = participants[place]
            let known = stored?.participants.first {
                // The identifier of a participant that accepted may be sent with another user.
                guard let user = participant.user, let known = $0.user else {
                    return $0.id == participant.id
                }
                return known.hasSameBytes(as: user)
            }
            if let known {
                if let token = known.token { participants[place].token = token }
                participants[place].added = known.added
                participants[place].hasAsked = known.hasAsked
                // A list of before does not have the user that came by a one-time URL, or by an address.
                let hasAddress = participant.email != nil || participant.phone != nil
                if participant.user == nil, let user = known.user,
                    known.acceptance == .accepted || !hasAddress
                {
                    participants[place].user = user
                    participants[place].acceptance = known.acceptance
                    continue
                }
            }
            switch (known?.acceptance, participant.acceptance) {
            case (.accepted, _): participants[place].acceptance = .accepted
            case (_, .removed): continue
            case (.pending, _), (.removed, _), (.unknown, _), (nil, _):
                participants[place].acceptance = .pending
            }
            if let user = participant.user, stored?.requests.names(user) == true {
                participants[place].hasAsked = true
            }
        }
        participants = participants.indices.filter { place in
            !participants[..<place].contains { $0.isSame(as: participants[place]) }
        }.map { participants[$0] }
        requests.users.removeAll { user in
            stored?.requests.names(user) != true || blocked.contains { $0.hasSameBytes(as: user) }
                || participants.contains {
                    $0.user?.hasSameBytes(as: user) == true && $0.acceptance != .removed
                }
        }
    }

    /// Whether a user may neither ask to take part nor join by the URL.
    package func isBlocked(_ user: String) -> Bool {
        requests.blocked.contains { $0.hasSameBytes(as: user) }
    }

    /// Removes the participants that do not outlast a change of the public permission: the pending ones,
    /// and all where only invited ones are admitted.
    package mutating func removeParticipants(publicBefore: Permission) {
        guard publicPermission != publicBefore else { return }
        let isClosed = publicPermission == .none
        participants.removeAll { isClosed || $0.acceptance == .pending }
    }

    /// Whether a user may change the participants, although another owns the share.
    package func isAdministered(by user: String) -> Bool {
        participants.contains {
            $0.role == .administrator && $0.acceptance == .accepted
                && $0.user?.hasSameBytes(as: user) == true
        }
    }

    /// Whether every user with the URL may join.
    package var isOpen: Bool {
        switch publicPermission {
        case .readOnly, .readWrite: true
        case .none, .unknown: false
        }
    }
}

extension Share.Participant {
    /// Whether both are one entry, or entries of a user that takes part or is invited.
    fileprivate func isSame(as other: Self) -> Bool {
        if id == other.id { return true }
        guard let user, let name = other.user, acceptance != .removed, other.acceptance != .removed
        else { return false }
        return user.hasSameBytes(as: name)
    }
}

extension Share.AccessRequests {
    /// Whether a user has asked and has no answer.
    package func names(_ user: String) -> Bool { users.contains { $0.hasSameBytes(as: user) } }
}
