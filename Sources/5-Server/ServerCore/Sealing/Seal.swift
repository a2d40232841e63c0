import Accounts
import Crypto
import Foundation

/// Texts that only this server can make: URLs and receipts that need no table to be checked.
///
///     let text = seal.text("upload", ["iCloud.a", "photo"], until: later)
///     seal.parts("upload", in: text, at: now)  // ["iCloud.a", "photo"]; nil when forged or late
///
/// HMAC with SHA-256 over everything, with a secret of the server's; compared in constant time.
struct Seal: Sendable {
    private let key: SymmetricKey
    private static let macLength = 20

    /// A seal with a secret of at least 32 bytes.
    init(secret: Data) { key = SymmetricKey(data: secret) }

    /// A new secret.
    static func newSecret() -> Data {
        SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    }

    /// Some parts as one text that is safe in a URL.
    ///
    /// - Parameters:
    ///   - purpose: What the text is good for; it is good for nothing else.
    ///   - parts: What it says; anybody can read it.
    ///   - expiry: When it ceases to be good, to the second.
    func text(_ purpose: String, _ parts: [String], until expiry: Date) -> String {
        var bytes: [UInt8] = []
        let seconds = UInt64(max(0, expiry.timeIntervalSince1970))
        withUnsafeBytes(of: seconds.bigEndian) { bytes.append(contentsOf: $0) }
        for part in parts {
            withUnsafeBytes(of: UInt16(clamping: part.utf8.count).bigEndian) {
                bytes.append(contentsOf: $0)
            }
            bytes.append(contentsOf: part.utf8.prefix(Int(UInt16.max)))
        }
        bytes.append(contentsOf: mac(purpose, bytes))
        return SecretText.base64URL(bytes)
    }

    /// What a text says; nil when it was not made here for this purpose, or is no longer good.
    func parts(_ purpose: String, in text: some StringProtocol, at now: Date) -> [String]? {
        guard text.utf8.count <= 8192,
            let bytes = SecretText.bytes(base64URL: String(text)[...]),
            bytes.count >= 8 + Seal.macLength
        else { return nil }
        let content = Array(bytes.dropLast(Seal.macLength))
        guard SecretText.areEqual(mac(purpose, content), bytes.suffix(Seal.macLength)) else {
            return nil
        }
        let seconds = content.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard Double(seconds) >= now.timeIntervalSince1970 else { return nil }
        var parts: [String] = []
        var place = 8
        while place < content.count {
            guard place + 2 <= content.count else { return nil }
            let length = Int(content[place]) << 8 | Int(content[place + 1])
            place += 2
            guard place + length <= content.count else { return nil }
            parts.append(String(decoding: content[place..<place + length], as: UTF8.self))
            place += length
        }
        return parts
    }

    /// A short signature of a text, for URLs that say everything else in the clear.
    func signature(_ purpose: String, of text: String) -> String {
        SecretText.base64URL(mac(purpose, Array(text.utf8)))
    }

    /// Whether a signature is that of a text.
    func isSignature(
        _ signature: some StringProtocol, _ purpose: String, of text: String
    ) -> Bool {
        guard let given = SecretText.bytes(base64URL: String(signature)[...]) else {
            return false
        }
        return SecretText.areEqual(mac(purpose, Array(text.utf8)), given)
    }

    private func mac(_ purpose: String, _ bytes: [UInt8]) -> [UInt8] {
        var hmac = HMAC<SHA256>(key: key)
        hmac.update(data: Array(purpose.utf8) + [0])
        hmac.update(data: bytes)
        return Array(hmac.finalize().prefix(Seal.macLength))
    }
}
