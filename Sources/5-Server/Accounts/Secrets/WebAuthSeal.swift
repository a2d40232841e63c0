import Crypto
import Foundation

/// The text of a web-auth token: which sign-in it belongs to, its place in the row of tokens
/// that took each other's place, and when it was given, sealed.
///
/// The store keeps the sign-in and a hash of its secret: a reply can give a new token without
/// anything being written. Neither the store's content nor an older token is enough to make one:
/// the one lacks the secret of the sign-in, the other the server's key.
struct WebAuthSeal: Hashable, Sendable {
    /// The token's identifier in the repository: 32 hexadecimal digits.
    var id: String
    /// 32 hexadecimal digits that only the texts have.
    var secret: String
    /// The place in the row.
    var number: UInt32
    /// Seconds since 1970.
    var issued: UInt64

    /// What every text begins with; the rest has letters, digits, `-` and `_`, so that no client
    /// can spoil it with its escapes.
    static let prefix = "158__54__"
    private static let version: UInt8 = 1
    private static let sealed = 45

    init(id: String, secret: String, number: UInt32, issued: Date) {
        self.id = id
        self.secret = secret
        self.number = number
        self.issued = UInt64(max(0, issued.timeIntervalSince1970))
    }

    /// When the token was given.
    var issuedAt: Date { Date(timeIntervalSince1970: TimeInterval(issued)) }

    /// The text to send.
    func text(key: SymmetricKey) -> String {
        var bytes: [UInt8] = [WebAuthSeal.version]
        bytes += WebAuthSeal.bytes(hex: id)
        bytes += WebAuthSeal.bytes(hex: secret)
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        withUnsafeBytes(of: issued.bigEndian) { bytes += $0 }
        let code = HMAC<SHA256>.authenticationCode(for: bytes, using: key)
        bytes += Array(code)[..<16]
        return WebAuthSeal.prefix + SecretText.base64URL(bytes)
    }

    /// Reads a text; nil where it is none that the key sealed.
    init?(_ text: String, key: SymmetricKey) {
        guard text.hasPrefix(WebAuthSeal.prefix), text.utf8.count < 200,
            let bytes = SecretText.bytes(base64URL: text.dropFirst(WebAuthSeal.prefix.count)),
            bytes.count == WebAuthSeal.sealed + 16, bytes[0] == WebAuthSeal.version
        else { return nil }
        let content = bytes[..<WebAuthSeal.sealed]
        let code = HMAC<SHA256>.authenticationCode(for: content, using: key)
        guard SecretText.areEqual(Array(code)[..<16], bytes[WebAuthSeal.sealed...]) else {
            return nil
        }
        id = SecretText.hex(bytes[1..<17])
        secret = SecretText.hex(bytes[17..<33])
        number = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        issued = bytes[37..<45].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Sixteen bytes from 32 hexadecimal digits.
    private static func bytes(hex: String) -> [UInt8] {
        let digits = hex.utf8.map { $0 > 57 ? $0 - 87 : $0 - 48 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
