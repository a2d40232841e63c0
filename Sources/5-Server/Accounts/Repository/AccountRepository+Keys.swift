import Crypto
import Foundation
import Synchronization

extension AccountRepository {
    /// All keys, revoked ones too, the oldest first.
    package func keys() async throws(AccountError) -> [ServerKey] {
        try await fresh()
        return state.withLock { $0.keys.values.map(\.key) }
            .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Takes a server-to-server key; the private half stays where it was made.
    ///
    ///     openssl ecparam -name prime256v1 -genkey -noout -out eckey.pem
    ///     openssl ec -in eckey.pem -pubout          # this is the public key
    ///
    /// - Parameters:
    ///   - publicKey: In PEM, on the curve P-256.
    ///   - name: What it is called.
    ///   - container: The one container that it is for; nil for every one.
    ///   - user: The record name as which it writes; nil makes one.
    /// - Throws: ``AccountError/Code/exists`` when a key has this public key, a revoked one too: a
    ///   write that was signed for one of them could be sent again under the other's id.
    package func createKey(
        publicKey: String, name: String, container: String?, user: String? = nil
    ) async throws(AccountError) -> ServerKey {
        let pem = try AccountRule.publicKey(publicKey)
        let name = try AccountRule.text(name, "name") ?? ""
        if let user { try AccountRule.check(recordName: user) }
        let key = ServerKey(
            id: SecretText.hex(), name: name, container: container, publicKey: pem,
            user: user ?? AccountRepository.newRecordName(), createdAt: now)
        return try await change { state throws(AccountError) in
            // Two keys of one pair may be there from earlier versions: the good one is named.
            let others = state.keys.values.map(\.key).filter { $0.publicKey == pem }
            if let other = others.first(where: { $0.revokedAt == nil }) ?? others.first {
                throw AccountError.taken(by: other)
            }
            return ([AccountState.key(key: key.id): AccountState.encode(key)], key)
        }
    }

    /// Ends a key; it stays in the list.
    package func revokeKey(_ id: String) async throws(AccountError) {
        let now = now
        try await change { state throws(AccountError) in
            guard var key = state.keys[id]?.key else {
                throw AccountError(.notFound, "There is no such key.")
            }
            key.revokedAt = key.revokedAt ?? now
            return ([AccountState.key(key: id): AccountState.encode(key)], ())
        }
    }
}

extension AccountError {
    /// That a public key belongs to a key already.
    fileprivate static func taken(by key: ServerKey) -> AccountError {
        let kind = key.revokedAt == nil ? "key" : "revoked key"
        let name = key.name.isEmpty ? key.id : "\(key.name) (\(key.id))"
        return AccountError(
            .exists,
            "This public key is that of the \(kind) \(name) already: make a new pair for each key.",
            field: "publicKey")
    }
}

extension AccountRule {
    /// A public key on P-256, written as it is kept.
    static func publicKey(_ text: String) throws(AccountError) -> String {
        func refused(_ message: String) -> AccountError {
            AccountError(.invalid, message, field: "publicKey")
        }
        let advice = "make one with: openssl ecparam -name prime256v1 -genkey -noout"
        guard text.utf8.count <= 10_000 else { throw refused("A public key is shorter.") }
        let text = trimmed(text)
        if text.contains("PRIVATE KEY") {
            throw refused(
                "This is a private key, which must stay with its owner: send the public half, "
                    + "openssl ec -in eckey.pem -pubout.")
        }
        guard text.hasPrefix("-----BEGIN PUBLIC KEY-----") else {
            throw refused("A public key in PEM begins with -----BEGIN PUBLIC KEY-----.")
        }
        // Each kind of key is tried; the errors thrown below say what is wrong.
        if let key = try? P256.Signing.PublicKey(pemRepresentation: text) {
            return key.pemRepresentation
        }
        // Tried only to name the kind in the error.
        if (try? P384.Signing.PublicKey(pemRepresentation: text)) != nil {
            throw refused("The key is on the curve P-384; it must be on P-256: \(advice).")
        }
        // Tried only to name the kind in the error.
        if (try? P521.Signing.PublicKey(pemRepresentation: text)) != nil {
            throw refused("The key is on the curve P-521; it must be on P-256: \(advice).")
        }
        throw refused("The key is none on the curve P-256: \(advice).")
    }
}
