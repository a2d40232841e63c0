/// Which names CloudKit allows.
///
///     NameRule.field.allows("population")   // true
///     NameRule.field.allows("_population")  // false
public enum NameRule: Hashable, Sendable, CaseIterable {
    /// A record type: letters, digits and underscores, a letter first. Names that begin with
    /// `cloudkit.` are the service's own and may be used.
    case type
    /// A field: as a record type.
    case field
    /// A role: as a record type, or one that is built in.
    case role
    /// A record's name: printable ASCII that does not begin with an underscore.
    case record
    /// A zone's name: as a record's.
    case zone

    /// Roles that every schema has.
    public static let builtInRoles: Set<String> = ["_world", "_icloud", "_creator"]

    /// The most bytes that a name may have when a store does not say otherwise.
    public static let length = 255

    /// Refuses a name that breaks the rule, or that is longer than allowed.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - maximumLength: How many characters it may have.
    ///   - context: What the name is of, for the error.
    /// - Throws: ``StoreError/Code/invalidName`` or ``StoreError/Code/nameTooLong``.
    public func check(
        _ name: String, maximumLength: Int = length,
        _ context: @autoclosure () -> [String: String]
    ) throws(StoreError) {
        guard allows(name, maximumLength: .max) else { throw StoreError(.invalidName, context()) }
        guard name.utf8.count <= maximumLength else {
            throw StoreError(
                .nameTooLong, context().merging(["limit": "\(maximumLength)"]) { $1 })
        }
    }

    /// Whether a name follows the rule and is not longer than allowed.
    public func allows(_ name: String, maximumLength: Int = length) -> Bool {
        let bytes = name.utf8
        guard let first = bytes.first, bytes.count <= maximumLength else { return false }
        switch self {
        case .role where NameRule.builtInRoles.contains(name): return true
        case .type, .field, .role:
            let prefix = "cloudkit."
            let rest = name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : name[...]
            guard let head = rest.utf8.first, SchemaLexer.isWordByte(head),
                head != UInt8(ascii: "_"), !(48...57).contains(head)
            else { return false }
            return rest.utf8.allSatisfy(SchemaLexer.isWordByte)
        case .record, .zone:
            return first != UInt8(ascii: "_") && bytes.allSatisfy { (0x20...0x7E).contains($0) }
        }
    }
}
