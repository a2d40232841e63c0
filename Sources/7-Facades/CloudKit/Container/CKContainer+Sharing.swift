public import Foundation
import RecordCore
import RecordService

extension CKContainer {
    /// Takes the result of a request, or why it failed.
    public typealias ResultHandler<Success> = CKDatabase.ResultHandler<Success>
    /// What became of each item, by its name.
    public typealias Results<ID: Hashable, Item> = CKDatabase.Results<ID, Item>

    // MARK: Shares

    /// What a share's URL leads to.
    ///
    ///     let metadata = try await container.shareMetadata(for: url)
    ///     metadata.participantPermission == .readWrite  // true
    ///     try await container.accept(metadata)
    ///
    /// - Throws: `unknownItem` for a URL of no share, and for one that the user may not see.
    public func shareMetadata(for url: URL) async throws -> CKShare.Metadata {
        try await handle.shareMetadata(url, fetchesRoot: false, desiredKeys: nil)
    }

    /// What shares' URLs lead to, each or why not.
    public func shareMetadatas(
        for urls: [URL]
    ) async throws -> [URL: Result<CKShare.Metadata, any Error>] {
        try await results(of: urls) { try await self.shareMetadata(for: $0) }
    }

    /// What shares' URLs lead to, each or why not.
    public func fetchShareMetadatas(
        for urls: [URL],
        completionHandler: @escaping ResultHandler<Results<URL, CKShare.Metadata>>
    ) {
        answer(completionHandler) { try await self.shareMetadatas(for: urls) }
    }

    /// What a share's URL leads to.
    public func fetchShareMetadata(
        with url: URL,
        completionHandler: @escaping @Sendable (CKShare.Metadata?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { try await self.shareMetadata(for: url) }
    }

    /// Accepts a share: from then on the shared database has its zone.
    ///
    ///     let metadata = try await bob.shareMetadata(for: url)  // `share.url`, sent to Bob
    ///     try await bob.accept(metadata)
    ///     try await bob.sharedCloudDatabase.allRecordZones().map(\.zoneID.ownerName)  // ["_ann"]
    @discardableResult
    public func accept(_ metadata: CKShare.Metadata) async throws -> CKShare {
        try await handle.accept(metadata)
    }

    /// Accepts shares, each or why not.
    public func accept(
        _ metadatas: [CKShare.Metadata]
    ) async throws -> [CKShare.Metadata: Result<CKShare, any Error>] {
        try await results(of: metadatas) { try await self.accept($0) }
    }

    /// Accepts a share: from then on the shared database has its zone.
    public func accept(
        _ metadata: CKShare.Metadata,
        completionHandler: @escaping @Sendable (CKShare?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { try await self.accept(metadata) }
    }

    /// Accepts shares, each or why not.
    ///
    ///     container.accept([metadata]) { result in … }
    public func accept(
        _ metadatas: [CKShare.Metadata],
        completionHandler: @escaping ResultHandler<Results<CKShare.Metadata, CKShare>>
    ) {
        answer(completionHandler) { try await self.accept(metadatas) }
    }

    /// Asks to take part in shares without an invitation, each or why not.
    ///
    ///     let results = try await container.requestShareAccess(for: [url])
    ///     try results[url]?.get()   // the owner finds the user in share.requesters
    ///
    /// - Returns: `unknownItem` for a share that is not there or may not be asked for.
    public func requestShareAccess(
        for urls: [URL]
    ) async throws -> [URL: Result<Void, any Error>] {
        try await results(of: urls) { try await self.handle.requestAccess($0) }
    }

    // MARK: Participants

    /// A participant with an address, to be added to a share.
    ///
    ///     let bob = try await container.shareParticipant(forEmailAddress: "bob@example.org")
    ///     bob.permission = .readWrite
    ///     share.addParticipant(bob)
    ///     try await database.modifyRecords(saving: [root, share], deleting: [])
    public func shareParticipant(
        forEmailAddress emailAddress: String
    ) async throws -> CKShare.Participant {
        try await handle.participant(CKUserIdentity.LookupInfo(emailAddress: emailAddress))
    }

    /// A participant with a telephone number, to be added to a share.
    ///
    ///     let invited = try await container.shareParticipant(forEmailAddress: "bob@example.org")
    ///     invited.permission = .readWrite
    ///     share.addParticipant(invited)
    public func shareParticipant(
        forPhoneNumber phoneNumber: String
    ) async throws -> CKShare.Participant {
        try await handle.participant(CKUserIdentity.LookupInfo(phoneNumber: phoneNumber))
    }

    /// A participant who is a user, to be added to a share.
    public func shareParticipant(
        forUserRecordID userRecordID: CKRecord.ID
    ) async throws -> CKShare.Participant {
        try await handle.participant(CKUserIdentity.LookupInfo(userRecordID: userRecordID))
    }

    /// Participants with addresses, to be added to a share, each or why not.
    public func shareParticipants(
        forEmailAddresses emailAddresses: [String]
    ) async throws -> [String: Result<CKShare.Participant, any Error>] {
        try await results(of: emailAddresses) {
            try await self.shareParticipant(forEmailAddress: $0)
        }
    }

    /// Participants with telephone numbers, to be added to a share, each or why not.
    public func shareParticipants(
        forPhoneNumbers phoneNumbers: [String]
    ) async throws -> [String: Result<CKShare.Participant, any Error>] {
        try await results(of: phoneNumbers) { try await self.shareParticipant(forPhoneNumber: $0) }
    }

    /// Participants who are users, to be added to a share, each or why not.
    public func shareParticipants(
        forUserRecordIDs userRecordIDs: [CKRecord.ID]
    ) async throws -> [CKRecord.ID: Result<CKShare.Participant, any Error>] {
        try await results(of: userRecordIDs) {
            try await self.shareParticipant(forUserRecordID: $0)
        }
    }

    /// Participants that lookups find, to be added to a share, each or why not.
    public func shareParticipants(
        for lookupInfos: [CKUserIdentity.LookupInfo]
    ) async throws -> [CKUserIdentity.LookupInfo: Result<CKShare.Participant, any Error>] {
        try await results(of: lookupInfos) { try await self.handle.participant($0) }
    }

    /// Participants with addresses, to be added to a share, each or why not.
    public func fetchShareParticipants(
        forEmailAddresses emailAddresses: [String],
        completionHandler: @escaping ResultHandler<Results<String, CKShare.Participant>>
    ) {
        answer(completionHandler) {
            try await self.shareParticipants(forEmailAddresses: emailAddresses)
        }
    }

    /// Participants with telephone numbers, to be added to a share, each or why not.
    public func fetchShareParticipants(
        forPhoneNumbers phoneNumbers: [String],
        completionHandler: @escaping ResultHandler<Results<String, CKShare.Participant>>
    ) {
        answer(completionHandler) {
            try await self.shareParticipants(forPhoneNumbers: phoneNumbers)
        }
    }

    /// Participants who are users, to be added to a share, each or why not.
    public func fetchShareParticipants(
        forUserRecordIDs userRecordIDs: [CKRecord.ID],
        completionHandler: @escaping ResultHandler<Results<CKRecord.ID, CKShare.Participant>>
    ) {
        answer(completionHandler) {
            try await self.shareParticipants(forUserRecordIDs: userRecordIDs)
        }
    }

    /// A participant with an address, to be added to a share.
    public func fetchShareParticipant(
        withEmailAddress emailAddress: String,
        completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
    ) {
        answer(completionHandler) {
            try await self.shareParticipant(forEmailAddress: emailAddress)
        }
    }

    /// A participant with a telephone number, to be added to a share.
    public func fetchShareParticipant(
        withPhoneNumber phoneNumber: String,
        completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { try await self.shareParticipant(forPhoneNumber: phoneNumber) }
    }

    /// A participant who is a user, to be added to a share.
    public func fetchShareParticipant(
        withUserRecordID userRecordID: CKRecord.ID,
        completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
    ) {
        answer(completionHandler) {
            try await self.shareParticipant(forUserRecordID: userRecordID)
        }
    }

    // MARK: Users

    /// The identity of the user with an email address; nil when no user is known by it.
    ///
    ///     try await cloud.introduce("bob", emails: ["bob@example.org"])
    ///     let bob = try await container.userIdentity(forEmailAddress: "bob@example.org")
    ///     bob?.userRecordID?.recordName  // "_bob"
    public func userIdentity(forEmailAddress email: String) async throws -> CKUserIdentity? {
        try await handle.identity(CKUserIdentity.LookupInfo(emailAddress: email))
    }

    /// The identity of the user with a telephone number; nil when no user is known by it.
    public func userIdentity(forPhoneNumber phone: String) async throws -> CKUserIdentity? {
        try await handle.identity(CKUserIdentity.LookupInfo(phoneNumber: phone))
    }

    /// The identity of the user with a record name; nil when nothing is known of that user.
    public func userIdentity(
        forUserRecordID userRecordID: CKRecord.ID
    ) async throws -> CKUserIdentity? {
        try await handle.identity(CKUserIdentity.LookupInfo(userRecordID: userRecordID))
    }

    /// The identity of the user with an email address; nil when no user is known by it.
    public func discoverUserIdentity(
        withEmailAddress email: String,
        completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
    ) {
        answer({ (found: CKUserIdentity??, error) in completionHandler(found ?? nil, error) }) {
            try await self.userIdentity(forEmailAddress: email)
        }
    }

    /// The identity of the user with a telephone number; nil when no user is known by it.
    public func discoverUserIdentity(
        withPhoneNumber phone: String,
        completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
    ) {
        answer({ (found: CKUserIdentity??, error) in completionHandler(found ?? nil, error) }) {
            try await self.userIdentity(forPhoneNumber: phone)
        }
    }

    /// The identity of the user with a record name; nil when nothing is known of that user.
    public func discoverUserIdentity(
        withUserRecordID userRecordID: CKRecord.ID,
        completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
    ) {
        answer({ (found: CKUserIdentity??, error) in completionHandler(found ?? nil, error) }) {
            try await self.userIdentity(forUserRecordID: userRecordID)
        }
    }

    /// The identities of the users in the address book of the device: none here, since there is no
    /// address book.
    ///
    /// - Throws: `notAuthenticated` when no user is signed in.
    public func allUserIdentitiesFromContacts() async throws -> [CKUserIdentity] {
        _ = try await userRecordID()
        return []
    }

    /// The identities of the users in the address book of the device: none here, since there is no
    /// address book.
    public func discoverAllIdentities(
        completionHandler: @escaping @Sendable ([CKUserIdentity]?, (any Error)?) -> Void
    ) {
        answer(completionHandler, with: allUserIdentitiesFromContacts)
    }

    /// The identities of users by their email addresses, without those that are not known.
    public func userIdentities(
        forEmailAddresses emails: [String]
    ) async throws -> [String: CKUserIdentity] {
        try await identities(of: emails) { try await self.userIdentity(forEmailAddress: $0) }
    }

    /// The identities of users by their telephone numbers, without those that are not known.
    public func userIdentities(
        forPhoneNumbers phoneNumbers: [String]
    ) async throws -> [String: CKUserIdentity] {
        try await identities(of: phoneNumbers) { try await self.userIdentity(forPhoneNumber: $0) }
    }

    /// The identities of users by their records, without those that are not known.
    public func userIdentities(
        forUserRecordIDs userRecordIDs: [CKRecord.ID]
    ) async throws -> [CKRecord.ID: CKUserIdentity] {
        try await identities(of: userRecordIDs) { try await self.userIdentity(forUserRecordID: $0) }
    }

    /// The identities of users by their email addresses, without those that are not known.
    public func discoverUserIdentities(
        forEmailAddresses emails: [String],
        completionHandler: @escaping ResultHandler<[String: CKUserIdentity]>
    ) {
        answer(completionHandler) { try await self.userIdentities(forEmailAddresses: emails) }
    }

    /// The identities of users by their telephone numbers, without those that are not known.
    public func discoverUserIdentities(
        forPhoneNumbers phoneNumbers: [String],
        completionHandler: @escaping ResultHandler<[String: CKUserIdentity]>
    ) {
        answer(completionHandler) { try await self.userIdentities(forPhoneNumbers: phoneNumbers) }
    }

    /// The identities of users by their records, without those that are not known.
    public func discoverUserIdentities(
        forUserRecordIDs userRecordIDs: [CKRecord.ID],
        completionHandler: @escaping ResultHandler<[CKRecord.ID: CKUserIdentity]>
    ) {
        answer(completionHandler) { try await self.userIdentities(forUserRecordIDs: userRecordIDs) }
    }

    /// Finds each of several users, one after the other.
    private func identities<Item: Hashable>(
        of items: [Item], _ find: (Item) async throws -> CKUserIdentity?
    ) async throws -> [Item: CKUserIdentity] {
        var found: [Item: CKUserIdentity] = [:]
        for item in items { found[item] = try await find(item) }
        return found
    }

    /// Does something for each of several items, one after the other.
    ///
    /// - Throws: What concerns all of them: the network, the account, a cancellation.
    private func results<Item: Hashable, T>(
        of items: [Item], _ body: (Item) async throws -> T
    ) async throws -> [Item: Result<T, any Error>] {
        var results: [Item: Result<T, any Error>] = [:]
        for item in items {
            do {
                results[item] = .success(try await body(item))
            } catch let error as CKError
                where error.code == .operationCancelled || error.concernsAll
            {
                throw error
            } catch {
                results[item] = .failure(error)
            }
        }
        return results
    }
}

extension ContainerHandle {
    func shareMetadata(
        _ url: URL, fetchesRoot: Bool, desiredKeys: [String]?
    ) async throws -> CKShare.Metadata {
        try await ask { session in
            let found = try await session.shareMetadata(
                url: url, fetchesRoot: fetchesRoot, desiredKeys: desiredKeys)
            let owner = try await session.identity(of: found.owner)
            return CKShare.Metadata(
                found, shareURL: session.shareURL(of: found.share),
                owner: owner.map { CKUserIdentity($0) }, viewer: session.user,
                names: await session.names(in: [found.share]))
        }
    }

    func accept(_ metadata: CKShare.Metadata) async throws -> CKShare {
        guard let url = metadata.url ?? metadata.share.url else {
            throw CKError(.unknownItem, "Share not found", serverCode: 2003)
        }
        return try await ask { session in
            let record = try await session.acceptShare(url).seen(by: session.user)
            let share = CKShare(state: CKRecord.State(record: record, original: record))
            share.complete(
                url: session.shareURL(of: record) ?? url, viewer: session.user,
                names: await session.names(in: [record]))
            return share
        }
    }

    func requestAccess(_ url: URL) async throws {
        try await ask { session in try await session.requestAccess(url) }
    }

    /// The identity of the user that a lookup finds; nil when it finds none.
    func identity(_ info: CKUserIdentity.LookupInfo) async throws -> CKUserIdentity? {
        try await ask { session in
            _ = try await session.userRecordID()
            var user = info.userRecordID?.id.named(for: session.user).name
            if user == nil {
                user = try await session.user(
                    email: info.emailAddress, phone: info.phoneNumber)
            }
            guard let user else { return nil }
            return try await session.identity(of: user).map {
                CKUserIdentity($0, foundBy: info)
            }
        }
    }

    /// A participant for a share: a known user, or an invitation for an unknown address.
    func participant(_ info: CKUserIdentity.LookupInfo) async throws -> CKShare.Participant {
        let known = try await identity(info)
        return CKShare.Participant(
            known
                ?? CKUserIdentity(
                    userRecordID: info.userRecordID, lookupInfo: info,
                    hasiCloudAccount: info.userRecordID != nil))
    }
}
