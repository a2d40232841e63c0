import CloudKit
import Testing

/// Sources of apps and packages as they compile on a Mac: each name is used as they use it.
@Suite struct `Names that programs use` {
    let cloud = TestCloud()

    @Test func `older names and nested names mean the same types`() {
        let action: CKRecord.Reference.Action = .deleteSelf
        let id = CKRecord.ID(recordName: "a")
        #expect(CKRecord.Reference(recordID: id, action: action).action == .deleteSelf)
        let wanted: CKContainer.Application.Permissions = .userDiscoverability
        #expect(wanted.contains(.userDiscoverability))
        let status: CKContainer.Application.PermissionStatus = .granted
        #expect(status.rawValue == 3)
        let block: CKContainer.Application.PermissionBlock = { _, _ in }
        block(.granted, nil)
        let type: CKShare.Participant.ParticipantType = .privateUser
        let name: CKShare.Participant.ID = "p"
        #expect(type.rawValue == 3)
        #expect(name == "p")
        let role: CKShare_Participant_Role = .owner
        let permission: CKShare_Participant_Permission = .readOnly
        let acceptance: CKShare_Participant_AcceptanceStatus = .accepted
        #expect(role.rawValue == 1)
        #expect(permission.rawValue == 2 && acceptance.rawValue == 2)
    }

    @Test func `scopes and account changes are compared`() {
        let zone = CKRecordZone.ID(zoneName: "Notes")
        let ann = CKRecord.ID(recordName: "_ann")
        #expect(CKSyncEngine.SendChangesOptions(scope: .zoneIDs([zone])).scope == .zoneIDs([zone]))
        #expect(CKSyncEngine.FetchChangesOptions().scope == .all)
        let change = CKSyncEngine.Event.AccountChange.ChangeType.signOut(previousUser: ann)
        #expect(change != .signIn(currentUser: ann))
    }

    @Test func `options of a sync engine take nil for the group`() {
        let zone = CKRecordZone.ID(zoneName: "Notes")
        let id = CKRecord.ID(recordName: "a", zoneID: zone)
        let send = CKSyncEngine.SendChangesOptions(scope: .zoneIDs([zone]), operationGroup: nil)
        let fetch = CKSyncEngine.FetchChangesOptions(operationGroup: nil)
        #expect(send.scope.contains(id))
        #expect(!send.scope.contains(CKRecord.ID(recordName: "a")))
        #expect(CKSyncEngine.SendChangesOptions.Scope.recordIDs([id]).contains(id))
        #expect(!CKSyncEngine.SendChangesOptions.Scope.allExcluding([zone]).contains(id))
        #expect(fetch.scope.contains(zone))
        #expect(fetch.operationGroup.operationGroupID != send.operationGroup.operationGroupID)
    }

    @Test func `a configuration of a sync engine keeps its delegate, the engine does not`() {
        var configuration: CKSyncEngine.Configuration? = CKSyncEngine.Configuration(
            database: cloud.privateDatabase, stateSerialization: nil, delegate: Replica())
        configuration?.automaticallySync = false
        weak let delegate = configuration?.delegate
        #expect(delegate != nil)
        let engine = configuration.map { CKSyncEngine($0) }
        configuration = nil
        #expect(delegate == nil)
        #expect(engine?.database == cloud.privateDatabase)
    }

    @Test func `a fetch of changes takes nil for the zones`() {
        let zone = CKRecordZone.ID(zoneName: "Notes")
        let operation = CKFetchRecordZoneChangesOperation(
            recordZoneIDs: nil,
            configurationsByRecordZoneID: [
                zone: CKFetchRecordZoneChangesOperation.ZoneConfiguration()
            ])
        #expect(operation.recordZoneIDs == nil)
        #expect(operation.configurationsByRecordZoneID?.count == 1)
    }

    @Test func `an extension of the container makes one of its own class`() {
        #expect(CKContainer.ofTheApp().containerIdentifier == "iCloud.org.example.app")
    }

    @Test func `what a notification shows is given in one call`() {
        let info = CKSubscription.NotificationInfo(
            alertBody: "A city was added", desiredKeys: ["name"], shouldBadge: true)
        #expect(info.alertBody == "A city was added")
        #expect(info.desiredKeys == ["name"])
        #expect(info.shouldBadge)
        #expect(!info.shouldSendContentAvailable)
        #expect(info.alertLocalizationArgs == nil)
        let other = CKSubscription.NotificationInfo()
        other.alertBody = "A city was added"
        other.desiredKeys = ["name"]
        other.shouldBadge = true
        #expect(info == other)
    }

    @Test func `encrypted values go to other tasks`() async {
        let record = CKRecord(recordType: "Note")
        record.encryptedValues["secret"] = "x"
        let values = record.encryptedValues
        let read = await Task.detached { values["secret"] as? String }.value
        #expect(read == "x")
    }

    @Test func `initializers with one argument are functions`() {
        let names = ["a", "b"]
        #expect(names.map(CKRecord.ID.init(recordName:)).map(\.recordName) == names)
        #expect(names.map(CKRecord.init(recordType:)).map(\.recordType) == names)
        let zones = [CKRecordZone.ID.default].map(CKRecordZoneSubscription.init(zoneID:))
        #expect(zones.map(\.zoneID) == [.default])
    }

    private final class EventLog: CKSyncEngineDelegate {
        let texts = Notes<String>()

        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) {
            guard case .willSendChanges(let will) = event else { return }
            texts.add(will.context.description)
            texts.add(will.description)
        }

        func nextRecordZoneChangeBatch(
            _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
        ) -> CKSyncEngine.RecordZoneChangeBatch? { nil }
    }

    @Test func `contexts and events of a sync engine have descriptions`() async throws {
        let log = EventLog()
        var configuration = CKSyncEngine.Configuration(
            database: cloud.privateDatabase, stateSerialization: nil, delegate: log)
        configuration.automaticallySync = false
        let engine = CKSyncEngine(configuration)
        engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneName: "Notes"))])
        try await engine.sendChanges()
        let context = try #require(log.texts.all.first)
        #expect(context.hasPrefix("SendChangesContext(reason: manual, options: "))
        #expect(log.texts.all.last == "WillSendChanges(context: \(context))")
    }

    @Test func `tokens and flags are kept in the user defaults by key-value coding`() throws {
        let name = "org.example.\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        defaults.setValue(true, forKey: "isZoneCreated")
        defaults.setValue(Data([1]), forKey: "token")
        #expect(defaults.bool(forKey: "isZoneCreated"))
        #expect(defaults.value(forKey: "token") as? Data == Data([1]))
        defaults.setValue(nil, forKey: "token")
        #expect(defaults.value(forKey: "token") == nil)
    }

    // MARK: Containers

    @Test func `shares are fetched, accepted and invited to by several at once`() async throws {
        let bob = CKRecord.ID(recordName: "bob")
        let container = cloud.container
        let unknown = try #require(URL(string: "https://www.icloud.com/share/none"))
        let fetched = await withCheckedContinuation { continuation in
            container.fetchShareMetadatas(for: [unknown]) { continuation.resume(returning: $0) }
        }
        guard case .failure? = try fetched.get()[unknown] else {
            Issue.record("There is a share at \(unknown).")
            return
        }
        let byRecord = try await container.shareParticipants(forUserRecordIDs: [bob])
        #expect(try byRecord[bob]?.get().userIdentity.userRecordID == bob)
        let byPhone = try await container.shareParticipants(forPhoneNumbers: ["+15550100"])
        #expect(
            try byPhone["+15550100"]?.get().userIdentity.lookupInfo?.phoneNumber == "+15550100")
        let byEmail = await withCheckedContinuation { continuation in
            container.fetchShareParticipants(forEmailAddresses: ["eve@example.org"]) {
                continuation.resume(returning: $0)
            }
        }
        #expect(try byEmail.get().keys.sorted() == ["eve@example.org"])
        let accepted = await withCheckedContinuation { continuation in
            container.accept([]) { continuation.resume(returning: $0) }
        }
        #expect(try accepted.get().isEmpty)
    }

    @Test func `several users are found at once, without those that are not known`() async throws {
        try await cloud.cloud.introduce("bob", emails: ["bob@example.org"], phones: ["+15550100"])
        let container = cloud.container
        let found = try await container.userIdentities(
            forEmailAddresses: ["bob@example.org", "eve@example.org"])
        #expect(found.keys.sorted() == ["bob@example.org"])
        let bob = try #require(found["bob@example.org"]?.userRecordID)
        #expect(bob.recordName == "_bob")
        let byPhone = await withCheckedContinuation { continuation in
            container.discoverUserIdentities(forPhoneNumbers: ["+15550100"]) {
                continuation.resume(returning: $0)
            }
        }
        let phones = try byPhone.get()
        #expect(phones["+15550100"]?.userRecordID == bob)
        let byRecord = try await container.userIdentities(forUserRecordIDs: [bob])
        #expect(byRecord.count == 1)
        let info = CKUserIdentity.LookupInfo(emailAddress: "bob@example.org")
        let invited = try await container.shareParticipants(for: [info])
        let participant = try #require(try invited[info]?.get())
        #expect(participant.userIdentity.userRecordID == bob)
    }

    @Test func `no users are found in an address book, since there is none`() async throws {
        let container = cloud.container
        #expect(try await container.allUserIdentitiesFromContacts().isEmpty)
        let ended = { () async -> Result<Void, any Error> in
            let operation = CKDiscoverAllUserIdentitiesOperation()
            return await withCheckedContinuation { continuation in
                operation.discoverAllUserIdentitiesResultBlock = {
                    continuation.resume(returning: $0)
                }
                container.add(operation)
            }
        }
        try await ended().get()
        cloud.cloud.signOut()
        let error = await cloudError { try await ended().get() }
        #expect(error?.code == .notAuthenticated)
        let (found, why) = await withCheckedContinuation { continuation in
            container.discoverAllIdentities { continuation.resume(returning: ($0, $1)) }
        }
        #expect(found == nil)
        #expect((why as? CKError)?.code == .notAuthenticated)
    }

    @Test func `the creator of an own record is found by the name that the record has`()
        async throws
    {
        try await cloud.cloud.introduce("ann", givenName: "Ann")
        let record = try await cloud.privateDatabase.save(CKRecord(recordType: "Note"))
        let creator = try #require(record.creatorUserRecordID)
        let identity = try await cloud.container.userIdentity(forUserRecordID: creator)
        #expect(identity?.nameComponents?.givenName == "Ann")
        #expect(identity?.userRecordID?.recordName == "_ann")
    }

    @Test func `what concerns all of several shares fails as a whole`() async throws {
        let url = try #require(URL(string: "https://www.icloud.com/share/none"))
        cloud.cloud.faults.add(.networkUnavailable, times: nil)
        let error = await cloudError { try await cloud.container.shareMetadatas(for: [url]) }
        #expect(error?.code == .networkUnavailable)
        let operation = CKFetchShareMetadataOperation(shareURLs: [url])
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            operation.fetchShareMetadataResultBlock = { continuation.resume(returning: $0) }
            cloud.container.add(operation)
        }
        let whole = await cloudError { try result.get() }
        #expect(whole?.code == .networkUnavailable)
    }

    @Test func `a configured container gives up after its time`() async throws {
        _ = try await cloud.container.accountStatus()
        cloud.cloud.faults.add(.slow(seconds: 600))
        let configuration = CKOperation.Configuration()
        configuration.timeoutIntervalForRequest = 0.05
        let error = await cloudError {
            try await cloud.container.configuredWith(configuration: configuration) { container in
                try await container.privateCloudDatabase.allRecordZones()
            }
        }
        #expect(error?.code == .networkFailure)
        let group = CKOperationGroup()
        let operation = CKFetchShareMetadataOperation(shareURLs: [])
        cloud.container.configuredWith(configuration: configuration, group: group) {
            $0.add(operation)
        }
        #expect(operation.group === group)
        #expect(operation.configuration.timeoutIntervalForRequest == 0.05)
    }
}

extension CKContainer {
    fileprivate class func ofTheApp() -> Self { Self(identifier: "iCloud.org.example.app") }
}

// A package's own protocol, with a member of the name that it gives to CloudKit's values too.
private protocol Storable {}
extension Storable { fileprivate var column: String { "stored" } }
extension String: Storable {}
extension Int64: Storable {}

extension __CKRecordObjCValue {
    fileprivate var column: String {
        if let value = self as? Int64 { return value.column }
        if let value = self as? String { return value.column }
        return "none"
    }
}

@Suite struct `Values as objects` {
    @Test func `members of an extension do not land on text and numbers`() {
        #expect("a".column == "stored")
        #expect(Int64(1).column == "stored")
        let record = CKRecord(recordType: "Note")
        record["title"] = "A"
        record["n"] = 7
        record["place"] = CLLocation(latitude: 1, longitude: 2)
        #expect(record["title"]?.column == "stored")
        #expect(record["n"]?.column == "stored")
        #expect(record["place"]?.column == "none")
        record.encryptedValues["secret"] = "x"
        #expect(record.encryptedValues["secret"]?.column == "stored")
    }

    @Test func `every value that a field may hold is one at run time`() {
        let values: [Any] = [
            "a", 1, Int64(2), 2.5, true, Date(), Data(), ["a"], NSNumber(value: 1),
        ]
        for value in values {
            #expect(value as? any __CKRecordObjCValue != nil, "\(value)")
        }
        #expect(URL(fileURLWithPath: "/") as Any as? any __CKRecordObjCValue == nil)
        let record = CKRecord(recordType: "Note")
        for (n, value) in values.enumerated() { record["f\(n)"] = value as? __CKRecordObjCValue }
        #expect(record.allKeys().count == values.count)
        #expect(record["f0"] as? String == "a")
        #expect(record["f7"] as? [String] == ["a"])
    }
}
