import RecordService

/// Whether there is an account, and whether it can be used.
///
///     guard try await CKContainer.default().accountStatus() == .available else {
///         return showSignIn()
///     }
public enum CKAccountStatus: Int, Sendable {
    /// Something went wrong while asking.
    case couldNotDetermine = 0
    /// There is one.
    case available = 1
    /// A device's manager forbids its use.
    case restricted = 2
    /// No user is signed in on the device.
    case noAccount = 3
    /// There is one that cannot be used for the moment.
    case temporarilyUnavailable = 4
}

/// What an app asks a user's permission for; programs write `CKContainer.ApplicationPermissions`.
///
///     let status = try await container.requestApplicationPermission(.userDiscoverability)
///     status == .granted   // true for a user who is signed in
public struct CKApplicationPermissions: OptionSet, Sendable {
    /// The permissions as a bit mask.
    public let rawValue: UInt
    /// Permissions from raw bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Other users may find the user by email address.
    public static let userDiscoverability = CKApplicationPermissions(rawValue: 1)
}

/// What came of asking for a permission.
///
///     let status = try await container.applicationPermissionStatus(for: .userDiscoverability)
///     if status == .initialState {
///         _ = try await container.requestApplicationPermission(.userDiscoverability)
///     }
public enum CKApplicationPermissionStatus: Int, Sendable {
    /// The user was not asked yet.
    case initialState = 0
    /// Something went wrong while asking.
    case couldNotComplete = 1
    /// The user said no.
    case denied = 2
    /// The user said yes.
    case granted = 3
}

/// What came of asking for a permission.
public typealias CKContainer_Application_PermissionStatus = CKApplicationPermissionStatus
/// What an app asks a user's permission for.
public typealias CKContainer_Application_Permissions = CKApplicationPermissions
/// Takes what came of asking for a permission.
public typealias CKContainer_Application_PermissionBlock = CKContainer.ApplicationPermissionBlock

extension CKContainer {
    /// What an app asks a user's permission for, under the names of Swift 4.2.
    ///
    ///     let wanted: CKContainer.Application.Permissions = .userDiscoverability
    public enum Application {
        /// What an app asks a user's permission for.
        public typealias Permissions = CKApplicationPermissions
        /// What came of asking for a permission.
        public typealias PermissionStatus = CKApplicationPermissionStatus
        /// Takes what came of asking for a permission.
        public typealias PermissionBlock = CKContainer.ApplicationPermissionBlock
    }

    /// What an app asks a user's permission for.
    public typealias ApplicationPermissions = CKApplicationPermissions
    /// What came of asking for a permission.
    public typealias ApplicationPermissionStatus = CKApplicationPermissionStatus
    /// Takes what came of asking for a permission.
    public typealias ApplicationPermissionBlock =
        @Sendable (ApplicationPermissionStatus, (any Error)?) -> Void

    // MARK: The account

    /// Whether there is an account, and whether it can be used.
    ///
    ///     try await container.accountStatus() == .available  // true
    ///     cloud.signOut(device: "phone")
    ///     try await container.accountStatus() == .noAccount  // true; CKAccountChanged was posted
    public func accountStatus() async throws -> CKAccountStatus {
        do {
            let status = try await handle.ask { await $0.accountStatus() }
            return CKAccountStatus(rawValue: status.rawValue) ?? .couldNotDetermine
        } catch let error as CKError where error.code == .notAuthenticated {
            // A server's token has ended.
            return .temporarilyUnavailable
        }
    }

    /// Whether there is an account, and whether it can be used.
    public func accountStatus(
        completionHandler: @escaping @Sendable (CKAccountStatus, (any Error)?) -> Void
    ) {
        answer(
            { (status: CKAccountStatus?, error) in
                completionHandler(status ?? .couldNotDetermine, error)
            }, with: accountStatus)
    }

    /// The name of the signed-in user's record: `_ann` for a user `ann` of ``LocalCloud``.
    ///
    ///     try await container.userRecordID().recordName  // "_ann"
    ///
    /// - Throws: `notAuthenticated` when no user is signed in.
    public func userRecordID() async throws -> CKRecord.ID {
        CKRecord.ID(try await handle.ask { try await $0.userRecordID() })
    }

    /// The name of the signed-in user's record.
    public func fetchUserRecordID(
        completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
    ) {
        answer(completionHandler, with: userRecordID)
    }

    // MARK: Permissions

    /// Asks the user; here every signed-in user says yes.
    public func requestApplicationPermission(
        _ applicationPermission: ApplicationPermissions
    ) async throws -> ApplicationPermissionStatus {
        try await applicationPermissionStatus(for: applicationPermission)
    }

    /// Asks the user; here every signed-in user says yes.
    public func requestApplicationPermission(
        _ applicationPermission: ApplicationPermissions,
        completionHandler: @escaping ApplicationPermissionBlock
    ) {
        status(for: applicationPermission, completionHandler: completionHandler)
    }

    /// What the user has answered.
    public func applicationPermissionStatus(
        for applicationPermission: ApplicationPermissions
    ) async throws -> ApplicationPermissionStatus {
        _ = try await userRecordID()
        return .granted
    }

    /// What the user has answered.
    public func status(
        forApplicationPermission applicationPermission: ApplicationPermissions,
        completionHandler: @escaping ApplicationPermissionBlock
    ) {
        status(for: applicationPermission, completionHandler: completionHandler)
    }

    private func status(
        for permission: ApplicationPermissions,
        completionHandler: @escaping ApplicationPermissionBlock
    ) {
        answer(
            { (status: ApplicationPermissionStatus?, error) in
                completionHandler(status ?? .couldNotComplete, error)
            }, with: { try await self.applicationPermissionStatus(for: permission) })
    }
}
