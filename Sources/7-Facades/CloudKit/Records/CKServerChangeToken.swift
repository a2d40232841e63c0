public import Foundation

/// Where a reader of changes has got to.
///
/// Opaque: it is kept, archived and handed back.
///
///     let data = try NSKeyedArchiver.archivedData(
///         withRootObject: token, requiringSecureCoding: true)
public final class CKServerChangeToken: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The token's bytes, as the service reads them.
    let data: Data

    init(data: Data) { self.data = data }

    /// Whether both mean the same place.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKServerChangeToken)?.data == data
    }

    /// A hash in accord with equality.
    public override var hash: Int { data.hashValue }

    /// The token itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Class, address and the token's bytes in Base64, for logs.
    public override var description: String {
        "<CKServerChangeToken: \(address(of: self)); data=\(data.base64EncodedString())>"
    }

    /// Tokens take part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a token from an archive, Apple's among them; nil where it holds none.
    ///
    /// A token of another service is read too; the service then says that it has expired.
    public convenience init?(coder: NSCoder) {
        guard let data: Data = coder.object("ChangeTokenData") else { return nil }
        self.init(data: data)
    }

    /// Writes the token under Apple's key.
    public func encode(with coder: NSCoder) {
        coder.encode(data as NSData, forKey: "ChangeTokenData")
    }
}
