import Foundation

extension RecordService {
    /// Lets others find a user by his addresses, and know his name.
    public func setIdentity(_ identity: UserIdentity) async throws(ServiceError) {
        do {
            let key = "user/\(identity.user)"
            let new = try JSONEncoder().encode(identity)
            for _ in 0..<50 {
                let kept = try await store.serviceData(for: key)
                let old = kept.flatMap { try? JSONDecoder().decode(UserIdentity.self, from: $0) }
                var entries: [String: Data?] = [:]
                for address in (old?.emails ?? []) + (old?.phones ?? []) {
                    entries[RecordService.key(address)] = .some(nil)
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
    public func identity(of user: String) async throws(ServiceError) -> UserIdentity? {
        do {
            return try await store.serviceData(for: "user/\(user)").flatMap {
                try? JSONDecoder().decode(UserIdentity.self, from: $0)
            }
        } catch {
            throw ServiceError(error)
        }
    }

    /// The record name of the user who has an address or a telephone number.
    public func user(
        email: String? = nil, phone: String? = nil
    ) async throws(ServiceError) -> String? {
        do {
            for address in [email, phone].compactMap(\.self) {
                if let data = try await store.serviceData(for: RecordService.key(address)) {
                    return String(decoding: data, as: UTF8.self)
                }
            }
            return nil
        } catch {
            throw ServiceError(error)
        }
    }

    private static func key(_ address: String) -> String { "address/\(address.lowercased())" }
}
