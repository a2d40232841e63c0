public import Foundation
import RecordCore

/// A property of an entity: what attributes, relationships and fetched properties have in common.
///
///     let title = NSAttributeDescription()
///     title.name = "title"
///     title.isOptional = false
///     title.renamingIdentifier = "headline"  // its name in the model of before
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked: its creator changes a description only before its model is used.
    var renaming: String? { willSet { willChange() } }
    var givenHash: Data?
    weak var owner: NSEntityDescription?
    var isFrozen = false

    /// A property without a name.
    public override init() { super.init() }

    /// The entity that declares it.
    open var entity: NSEntityDescription { owner ?? NSEntityDescription.none }
    /// The name by which objects and predicates read the property; empty until it is set.
    open var name = "" { willSet { willChange() } }
    /// Whether an object may be saved without it.
    open var isOptional = true { willSet { willChange() } }
    /// Whether it lives in memory only.
    open var isTransient = false { willSet { willChange() } }
    /// Conditions on its values.
    open internal(set) var validationPredicates: [NSPredicate] = [] { willSet { willChange() } }
    /// What to say when the condition of the same place does not hold.
    open internal(set) var validationWarnings: [Any] = [] { willSet { willChange() } }
    /// Sets conditions and what to say when they do not hold.
    open func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        self.validationPredicates = validationPredicates ?? []
        self.validationWarnings = validationWarnings ?? []
    }
    /// Notes of the author; empty at first.
    ///
    /// They may be changed while the model is in use.
    open var userInfo: [AnyHashable: Any]? = [:]
    /// What tells this version of the property from others.
    open var versionHash: Data { givenHash ?? VersionHash.of(self) }
    /// Changes the version hash without changing the property.
    open var versionHashModifier: String? { willSet { willChange() } }
    /// The name under which an earlier version of the model knew it; its own where none is set.
    open var renamingIdentifier: String? {
        get { renaming ?? name }
        set { renaming = newValue }
    }
    /// Whether it is indexed on its own.
    open var isIndexed = false { willSet { willChange() } }
    /// Whether Spotlight indexes it.
    open var isIndexedBySpotlight = false { willSet { willChange() } }
    /// Whether external records hold it; kept, and without effect.
    open var isStoredInExternalRecord = false { willSet { requireMutable() } }

    /// A copy that may be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).blank()
        copyValues(to: copy)
        copy.givenHash = givenHash
        return copy
    }

    class func blank() -> NSPropertyDescription { NSPropertyDescription() }

    func copyValues(to copy: NSPropertyDescription) {
        copy.name = name
        copy.isOptional = isOptional
        copy.isTransient = isTransient
        copy.userInfo = userInfo
        copy.validationPredicates = validationPredicates
        copy.validationWarnings = validationWarnings
        copy.versionHashModifier = versionHashModifier
        copy.renaming = renaming
        copy.isIndexed = isIndexed
        copy.isIndexedBySpotlight = isIndexedBySpotlight
        copy.isStoredInExternalRecord = isStoredInExternalRecord
    }

    /// Stops the program where the model is in use.
    func requireMutable() {
        if isFrozen { raise("Can't modify an immutable model.") }
    }

    /// Stops the program where the model is in use; the hash that came with it holds no more.
    func willChange() {
        requireMutable()
        givenHash = nil
    }

    /// What the version hash is made of.
    var versionText: String { "\(name)|\(isOptional)|\(isTransient)|\(versionHashModifier ?? "")" }

    /// The class, the name, whether it is optional and transient, and the entity's name.
    open override var description: String {
        "(<\(type(of: self))>), name \(name), isOptional \(isOptional ? 1 : 0), "
            + "isTransient \(isTransient ? 1 : 0), entity \(owner?.name ?? "(null)")"
    }
}

/// Stable digests of descriptions whose own hashes are not known.
///
/// Apple's hashes cannot be computed; these tell versions apart among models made here.
enum VersionHash {
    static func of(_ property: NSPropertyDescription) -> Data { digest(property.versionText) }

    /// One digest of the hashes of several entities, as Apple's files have it.
    static func checksum(_ hashes: [String: Data]) -> String {
        var all = ContentHash()
        let ordered = hashes.sorted {
            $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars)
        }
        for (_, hash) in ordered { all.add(hash) }
        return all.digest().base64EncodedString()
    }

    static func digest(_ text: String) -> Data {
        var bytes = Data(capacity: 32)
        for seed in 0..<4 as Range<UInt64> {
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325 &+ seed &* 0x9e37_79b9_7f4a_7c15
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            hash ^= hash >> 29
            withUnsafeBytes(of: hash.bigEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }
}
