public import Foundation
public import FoundationPredicates
import RecordCore

/// A property of an entity: what attributes, relationships and fetched properties have in common.
///
///     let title = NSAttributeDescription()
///     title.name = "title"
///     title.isOptional = false
///     title.renamingIdentifier = "headline"  // its name in the model of before
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked: its creator changes a description only before its model is used.
    var storedName = ""
    var optional = true
    var transient = false
    var info: [AnyHashable: Any]?
    var predicates: [NSPredicate] = []
    var warnings: [Any] = []
    var hashModifier: String?
    var renaming: String?
    var givenHash: Data?
    var indexed = false
    var spotlight = false
    var external = false
    weak var owner: NSEntityDescription?
    var isFrozen = false

    /// A property without a name.
    public override init() { super.init() }

    /// The entity that declares it.
    open var entity: NSEntityDescription { owner ?? NSEntityDescription.none }
    /// The name by which objects and predicates read the property; empty until it is set.
    open var name: String {
        get { storedName }
        set { mutate { storedName = newValue } }
    }
    /// Whether an object may be saved without it.
    open var isOptional: Bool {
        get { optional }
        set { mutate { optional = newValue } }
    }
    /// Whether it lives in memory only.
    open var isTransient: Bool {
        get { transient }
        set { mutate { transient = newValue } }
    }
    /// Conditions on its values.
    open var validationPredicates: [NSPredicate] { predicates }
    /// What to say when the condition of the same place does not hold.
    open var validationWarnings: [Any] { warnings }
    /// Sets conditions and what to say when they do not hold.
    open func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        mutate {
            predicates = validationPredicates ?? []
            warnings = validationWarnings ?? []
        }
    }
    /// Notes of the author.
    open var userInfo: [AnyHashable: Any]? {
        get { info }
        set { mutate { info = newValue } }
    }
    /// What tells this version of the property from others.
    open var versionHash: Data { givenHash ?? VersionHash.of(self) }
    /// Changes the version hash without changing the property.
    open var versionHashModifier: String? {
        get { hashModifier }
        set { mutate { hashModifier = newValue } }
    }
    /// The name under which an earlier version of the model knew it; its own where none is set.
    open var renamingIdentifier: String? {
        get { renaming ?? storedName }
        set { mutate { renaming = newValue } }
    }
    /// Whether it is indexed on its own.
    open var isIndexed: Bool {
        get { indexed }
        set { mutate { indexed = newValue } }
    }
    /// Whether Spotlight indexes it.
    open var isIndexedBySpotlight: Bool {
        get { spotlight }
        set { mutate { spotlight = newValue } }
    }
    /// Whether external records hold it; kept, and without effect.
    open var isStoredInExternalRecord: Bool {
        get { external }
        set {
            requireMutable()
            external = newValue
        }
    }

    /// A copy that may be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).blank()
        copyValues(to: copy)
        return copy
    }

    class func blank() -> NSPropertyDescription { NSPropertyDescription() }

    func copyValues(to copy: NSPropertyDescription) {
        copy.storedName = storedName
        copy.optional = optional
        copy.transient = transient
        copy.info = info
        copy.predicates = predicates
        copy.warnings = warnings
        copy.hashModifier = hashModifier
        copy.renaming = renaming
        copy.givenHash = givenHash
        copy.indexed = indexed
        copy.spotlight = spotlight
        copy.external = external
    }

    /// Stops the program where the model is in use.
    func requireMutable() {
        if isFrozen { raise("Can't modify an immutable model.") }
    }

    func mutate(_ change: () -> Void) {
        requireMutable()
        givenHash = nil
        change()
    }

    /// What the version hash is made of.
    var versionText: String { "\(storedName)|\(optional)|\(transient)|\(hashModifier ?? "")" }

    /// The class, the name, whether it is optional and transient, and the entity's name.
    open override var description: String {
        "(<\(type(of: self))>), name \(storedName), isOptional \(optional ? 1 : 0), "
            + "isTransient \(transient ? 1 : 0), entity \(owner?.name ?? "(null)")"
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
