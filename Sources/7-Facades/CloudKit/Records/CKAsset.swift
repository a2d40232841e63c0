public import Foundation
public import PredicateCore

/// A file that belongs to a record's field.
///
///     record["photo"] = CKAsset(fileURL: URL(fileURLWithPath: "/tmp/photo.jpg"))
///     // after fetching:
///     let data = try Data(contentsOf: (record["photo"] as? CKAsset)!.fileURL!)
///
/// The file, or the one to which a symbolic link leads, is copied when the record is saved; until then
/// it has to stay where it is. The file of a fetched asset is temporary: it stays while the asset or its
/// record is in memory, and may be removed after that. Move or copy it to keep it. It is the program's
/// own: what is written into it changes no record.
///
/// Source: [CKAsset](https://developer.apple.com/documentation/cloudkit/ckasset).
open class CKAsset: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked: nothing changes after init, in this class.
    /// The file in the record database's own form.
    let asset: Asset

    init(_ asset: Asset) { self.asset = asset }

    /// An asset whose content is a file of the program's.
    public init(fileURL: URL) { asset = Asset(fileURL: fileURL) }

    /// Where the content can be read; nil where it is not at hand.
    open var fileURL: URL? { asset.fileURL }

    // MARK: Equality, printing

    /// Whether both have the same content, or the same file while it was not taken in.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKAsset else { return false }
        if let mine = asset.checksum, let theirs = other.asset.checksum { return mine == theirs }
        return asset == other.asset
    }

    /// A hash in accord with equality.
    open override var hash: Int { asset.checksum?.hashValue ?? asset.hashValue }

    /// The file and its size.
    open override var description: String {
        "<CKAsset: \(address(of: self)); path=\(fileURL?.path ?? "nil")"
            + (asset.size.map { ", size=\($0)>" } ?? ">")
    }

    // MARK: Archives

    /// Assets take part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads an asset from an archive, Apple's among them; nil where it holds none.
    public required init?(coder: NSCoder) {
        let file: URL? = coder.object("AssetFileURL")
        let checksum: String? = coder.object("QuarryChecksum")
        if let checksum, coder.containsValue(forKey: "AssetSize") {
            asset = Asset(
                checksum: checksum, size: coder.decodeInt64(forKey: "AssetSize"), fileURL: file)
        } else if let file {
            asset = Asset(fileURL: file)
        } else {
            return nil
        }
    }

    /// Writes where the file is, under Apple's key, and what it holds.
    open func encode(with coder: NSCoder) {
        coder.encode(fileURL as NSURL?, forKey: "AssetFileURL")
        coder.encode(asset.size != nil, forKey: "AssetHasSize")
        coder.encode(asset.size ?? 0, forKey: "AssetSize")
        if let checksum = asset.checksum {
            coder.encode(checksum as NSString, forKey: "QuarryChecksum")
        }
    }
}

extension CKAsset: PredicateValueConvertible {
    /// The asset as a constant; no query accepts one.
    public var predicateValue: Value { .asset(asset) }
}

extension CKAsset: __CKRecordObjCValue {}
