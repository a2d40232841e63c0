/// One container in one environment over a record store: accounts, rights, limits, shares,
/// subscriptions and faults.
///
///     let service = RecordService(store: MemoryStore(), container: "iCloud.org.example.notes")
///     let session = service.session(user: "_ann", device: "phone")
///     let page = try await session.query(RecordQuery("City"), in: .public)
///
/// All sessions of a process that use one store should come from one service: notifications go
/// from session to session within it.
package final class RecordService: Sendable {
    /// The name of the container.
    package let container: String
    /// Where the records are.
    package let store: any RecordStore
    /// How the service behaves.
    package let options: ServiceOptions
    /// Failures made to happen on demand.
    package let faults: ServiceFaults
    let hub: NotificationHub
    let usage = StorageUsage()
    let copies = AssetCopies()
    let mirrorDevices: MirrorDevices
    let views = SharedViews()
    let encoded: EncodedRecords
    let cursorKey = CursorKey()
    /// Serializes owners that save shares and users that accept them.
    let shareGate = AsyncMutex()
    /// Marks are counted and then kept.
    let markGate = AsyncMutex()

    /// A service over a store.
    package init(
        store: any RecordStore, container: String, options: ServiceOptions = ServiceOptions(),
        faults: ServiceFaults = ServiceFaults()
    ) {
        self.faults = faults
        self.store = store
        self.container = container
        self.options = options
        mirrorDevices = MirrorDevices(store: store, clock: options.clock)
        encoded = EncodedRecords(capacity: options.encodedBytes)
        hub = NotificationHub(
            store: store, container: container, options: options, faults: faults)
    }

    /// What a signed-in user, or an anonymous caller, sees and does from a device.
    ///
    /// - Parameters:
    ///   - user: The user's record name; nil for an anonymous caller.
    ///   - device: A name of the device or the program; it gets no notifications of its own
    ///     changes.
    ///   - roles: The user's custom roles, to which record types may grant rights.
    ///   - isAdministrator: Whether grants do not hold the user back in the public database.
    ///     The private databases of others stay theirs: ask for a session of their user.
    ///   - isForOneRequest: Whether the session ends with one request, so that what it reads of
    ///     the schema is read once.
    package func session(
        user: String?, device: String, roles: Set<String> = [], isAdministrator: Bool = false,
        isForOneRequest: Bool = false
    ) -> ServiceSession {
        ServiceSession(
            service: self, user: user, device: device, roles: roles,
            isAdministrator: isAdministrator, isForOneRequest: isForOneRequest)
    }

    /// Removes the records that are kept as replies have them; what is asked for is read again.
    package func forgetEncoded() { encoded.removeAll() }

    /// Has what users' databases hold counted again for their quota: records went with their types
    /// or fields.
    package func forgetUsage() { usage.forgetAll() }

    /// Ends all notifications and closes the store.
    package func close() async throws {
        hub.close()
        copies.removeAll()
        encoded.removeAll()
        await mirrorDevices.keep()
        try await store.close()
    }
}
