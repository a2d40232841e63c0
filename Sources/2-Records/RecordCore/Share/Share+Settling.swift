extension Share {
    /// Takes over from the stored version who takes part: an owner invites and removes, and
    /// only the participant accepts.
    package mutating func settle(with stored: Share?) {
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
            switch (known?.acceptance, participant.acceptance) {
            case (.accepted, _): participants[place].acceptance = .accepted
            case (_, .removed): continue
            case (.pending, _), (.removed, _), (.unknown, _), (nil, _):
                participants[place].acceptance = .pending
            }
        }
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
