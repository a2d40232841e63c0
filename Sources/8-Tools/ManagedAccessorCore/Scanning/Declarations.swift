/// The attribute of what uses deprecated declarations without a warning.
let deprecation = "@available(*, deprecated)"

/// Whether attributes deprecate a declaration on every system.
func isDeprecated(_ attributes: [String]) -> Bool {
    attributes.contains { $0.hasPrefix("available(*,deprecated") }
}

/// A type that a source declares.
struct TypeDeclaration {
    /// The names that lead to it.
    var path: [String]
    /// What it is, by the letter that symbols use: C, V, O or P.
    var kind: Character
    /// The file.
    var file: String
    /// Where it stands.
    var line: Int
    /// The word that says who may use it; nil where there is none.
    var access: String?
    /// Whether it has type parameters.
    var isGeneric: Bool
    /// What stands after the colon: superclass and protocols.
    var inherited: [String]
    /// The attributes before it, without `@`, and `nonisolated`.
    var attributes: [String]
    /// The conditions around it that only the compiler can decide.
    var condition: String?

    /// Whether only its file, or its outer type, may use it.
    var isPrivate: Bool { access == "private" || access == "fileprivate" }
}

/// Another name for a type.
struct AliasDeclaration {
    /// The names that lead to it.
    var path: [String]
    /// What it stands for.
    var tokens: [SourceToken]
    /// The file.
    var file: String
    /// The word that says which code may use it; nil where there is none.
    var access: String?
    /// The conditions around it that only the compiler can decide.
    var condition: String?

    /// Whether only its file, or its outer type, may use it.
    var isPrivate: Bool { access == "private" || access == "fileprivate" }
}

/// A property or a method with `@NSManaged`.
struct ManagedMember {
    /// One parameter of a method.
    struct Parameter {
        /// What the caller writes; nil for `_`.
        var label: String?
        /// Its type.
        var type: [SourceToken]
    }

    /// The names that lead to its class; nil inside a function.
    var context: [String]?
    /// Its name.
    var name: String
    /// Whether it is a method.
    var isMethod: Bool
    /// The type of a property, or what a method returns; empty for nothing.
    var type: [SourceToken]
    /// What a method takes.
    var parameters: [Parameter] = []
    /// The access level of the getter.
    var getterAccess: String
    /// The access level of the setter.
    var setterAccess: String
    /// Whether only its file may use it.
    var isPrivate: Bool
    /// The attributes before it, without `@`, and `nonisolated`; then those of its extension.
    var attributes: [String] = []
    /// The file.
    var file: String
    /// Where it stands.
    var line: Int
    /// The conditions around it that only the compiler can decide.
    var condition: String?
    /// Why nothing can be made of it.
    var problem: String?

    /// How a message calls it.
    var title: String { ((context ?? []) + [name]).joined(separator: ".") }
}

/// An import.
struct ImportDeclaration {
    /// The module.
    var module: String
    /// The import with its attributes, as it is written.
    var text: String
    /// `public` and its like; nil where there is none.
    var access: String?
    /// Whether importing this module imports that one too (`@_exported`).
    var isExported: Bool
    /// The conditions around it that only the compiler can decide.
    var condition: String?
}

/// What the sources of a module declare, as far as it matters here.
struct ScannedSources {
    var types: [TypeDeclaration] = []
    var aliases: [AliasDeclaration] = []
    var members: [ManagedMember] = []
    /// The imports of files that have members.
    var imports: [ImportDeclaration] = []
    /// The imports of all files.
    var allImports: [ImportDeclaration] = []
}
