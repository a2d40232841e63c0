import Foundation

extension RecordService {
    /// Lets other users find a user by address or telephone number, and see the user's name.
    package func setIdentity(_ identity: UserIdentity) async throws(ServiceError) {
        do {
            let key = "user/\(identity.user)"
            let new = try JSONEncoder().encode(identity)
            for _ in 0..<50 {
                let kept = try await store.serviceData(for: key)
                // An entry that is not understood is replaced.
                let old = kept.flatMap { try? JSONDecoder().decode(UserIdentity.self, from: $0) }
                var entries: [String: Data?] = [:]
                for address in (old?.emails ?? []) + (old?.phones ?? []) {
                    let address = RecordService.key(address)
                    // Another user may have been given it since.
                    guard try await store.serviceData(for: address) == Data(identity.user.utf8)
                    else { continue }
                    entries[address] = .some(nil)
                }
                entries[key] = new
                for address in identity.emails + identity.phones {
                    entries[RecordService.key(address)] = Data(identity.user.utf8)
                }
                // What another one has set meanwhile has addresses of its own.
                if try await store.setServiceData(entries, where: [key: kept]) { return }
            }
            throw StoreError(.busy)
        } catch {
            throw ServiceError(error)
        }
    }

    /// What is known of a user; nil when nothing is.
    ///
    /// What an account says comes before what ``setIdentity(_:)`` was told.
    package func identity(of user: String) async throws(ServiceError) -> UserIdentity? {
        do {
            if let known = try await options.accounts?.identity(of: user) { return known }
            return try await store.serviceData(for: "user/\(user)").flatMap {
                // An entry that is not understood names no user.
                try? JSONDecoder().decode(UserIdentity.self, from: $0)
            }
        } catch {
            throw ServiceError(error)
        }
    }

    /// The record name of the user whom others find by an address or a telephone number; nil
    /// when it is no user's, and of a user who is not discoverable.
    package func user(
        email: String? = nil, phone: String? = nil
    ) async throws(ServiceError) -> String? {
        try await find(email: email, phone: phone) { $0.isDiscoverable }
    }

    /// Whether an address or a telephone number is a user's, discoverable or not: what an
    /// invitation to it is accepted with.
    func isAddress(
        email: String?, phone: String?, of user: String
    ) async throws(ServiceError) -> Bool {
        let addresses: [(String?, String?)] = [(email, nil), (nil, phone)]
        for (email, phone) in addresses where (email ?? phone) != nil {
            let found = try await find(email: email, phone: phone, where: { _ in true })
            if found?.hasSameBytes(as: user) == true { return true }
        }
        return false
    }

    private func find(
        email: String?, phone: String?, where isFound: (UserIdentity) -> Bool
    ) async throws(ServiceError) -> String? {
        do {
            let addresses: [(String?, String?)] = [(email, nil), (nil, phone)]
            for (email, phone) in addresses {
                guard let address = email ?? phone else { continue }
                // An account's address is that account's alone.
                if let known = try await options.accounts?.identity(email: email, phone: phone) {
                    if isFound(known) { return known.user }
                } else if let data = try await store.serviceData(for: RecordService.key(address)) {
                    let user = String(decoding: data, as: UTF8.self)
                    if try await identity(of: user).map(isFound) != false { return user }
                }
            }
            return nil
        } catch {
            throw ServiceError(error)
        }
    }

    private static func key(_ address: String) -> String { "address/\(address.lowercased())" }
}
