import Foundation
import RecordCore
import RecordService

/// The names of users, by their record names.
typealias UserNames = [String: PersonNameComponents]

extension UserNames {
    /// The names of those identities that have one.
    init(_ identities: some Sequence<CKUserIdentity>) {
        self.init()
        for identity in identities {
            guard let user = identity.userRecordID?.recordName else { continue }
            self[user] = identity.nameComponents
        }
    }
}

extension CloudSession {
    /// The names of the users of those records that are shares, as far as the service knows them: it
    /// keeps none with a share.
    ///
    /// Where they cannot be had there are none: what was fetched or saved stands without them.
    func names(in records: some Sequence<Record>) async -> UserNames {
        var users: Set<String> = []
        for record in records where record.type == CKRecordTypeShare {
            guard let share = Share(record) else { continue }
            users.formUnion(share.participants.compactMap(\.user))
            users.formUnion(share.requests.users + share.requests.blocked)
            users.formUnion([record.id.zone.owner, record.system?.createdBy].compactMap(\.self))
            users.formUnion([user].compactMap(\.self))
        }
        users.remove(CKCurrentUserDefaultName)
        guard !users.isEmpty, let known = try? await identities(of: users) else { return [:] }
        return UserNames(known.map { CKUserIdentity($0) })
    }
}
