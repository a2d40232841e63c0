import Accounts
import Foundation
import RecordCore
import RecordService
import WebServices

/// What the host does for the endpoints of one container: assets, notification tokens, people.
struct ContainerServices: EndpointServices {
    let host: Host
    let key: ContainerRegistry.Key
    /// What URLs begin with.
    let base: String
    /// The caller; nil where none asks for what depends on the credentials.
    var principal: Principal?

    func uploadURL(
        for slot: AssetSlot, of session: ServiceSession
    ) async throws(ServiceError) -> String {
        base + host.assets.uploadPath(for: place(slot, session), at: host.now)
    }

    func asset(
        receipt: String, for slot: AssetSlot, of session: ServiceSession
    ) async throws(ServiceError) -> Asset {
        guard
            let asset = host.assets.asset(
                receipt: receipt, for: place(slot, session), at: host.now)
        else { throw .badReceipt }
        return asset
    }

    private func place(_ slot: AssetSlot, _ session: ServiceSession) -> AssetStorage.UploadTarget {
        AssetStorage.UploadTarget(container: key, user: session.user ?? "", slot: slot)
    }

    func receipt(
        for asset: Asset, from slot: AssetSlot, of session: ServiceSession
    ) async throws(ServiceError) -> String {
        guard
            let receipt = host.assets.receipt(
                for: asset, from: place(slot, session), at: host.now)
        else { throw .badReceipt }
        return receipt
    }

    func downloadURL(of asset: Asset, in home: DatabaseScope) -> String? {
        host.assets.downloadPath(asset, in: home, of: key, at: host.now).map { base + $0 }
    }

    func createToken(
        client: String?, of session: ServiceSession
    ) async throws(ServiceError) -> (token: String, url: String) {
        // A client without a user has no subscriptions; its courier has nothing to tell.
        let user = session.user ?? ""
        let hasAccount: Bool
        do {
            hasAccount = try await host.accounts.isOpen(user) != nil
            // It begins after the last notification that any server sent to the user.
            try await session.catchUp()
        } catch let error as AccountError {
            throw ServiceError(StoreError(.busy, engineMessage: error.detail ?? error.message))
        } catch {
            throw ServiceError(error)
        }
        // As the device of a request is named.
        let device = client.flatMap { $0.isEmpty ? nil : String($0.prefix(255)) }
        let credential = principal.flatMap { principal in
            principal.credential.map {
                NotificationPoll.Credential(kind: principal.kind, id: $0, origin: principal.origin)
            }
        }
        let token = host.courier.newToken(
            key, user: user, device: device ?? session.device,
            after: session.latestNotification, hasAccount: hasAccount, credential: credential,
            // Where the session is not known, the token lasts no longer than one.
            lifetime: principal?.kind == .dashboard
                ? host.accounts.options.dashboardLifetime : NotificationPoll.lifetime,
            at: host.now)
        // OpenCloudKit reads it as base64, as Apple's is; what stands in a URL has other letters.
        let bytes = SecretText.bytes(base64URL: token[...]) ?? []
        return (Data(bytes).base64EncodedString(), "\(base)/courier/\(token)")
    }

    func identity(
        of user: String, for session: ServiceSession
    ) async throws(ServiceError) -> UserIdentity? {
        try await session.service.identity(of: user)
    }

    func user(
        email: String?, phone: String?, for session: ServiceSession
    ) async throws(ServiceError) -> String? {
        try await session.service.user(email: email, phone: phone)
    }

    func discoverableUsers(
        for session: ServiceSession
    ) async throws(ServiceError) -> [UserIdentity] { try await session.companions() }
}
