#if SwiftData
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Attribute`: read by `@Model`; adds nothing itself.
struct AttributePropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}

/// `@Relationship`: read by `@Model`; adds nothing itself.
struct RelationshipPropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let name = variable.propertyName,
            case .argumentList(let list) = node.arguments,
            let inverse = list.first(where: { $0.label?.text == "inverse" }),
            let path = inverse.expression.as(KeyPathExprSyntax.self), let root = path.root,
            let owner = context.lexicalContext.first?.as(ClassDeclSyntax.self)?.name.text,
            root.trimmedDescription == owner,
            path.components.count == 1, path.components.first?.component.trimmedDescription == name
        else { return [] }
        context.diagnose(.circularInverse(name), at: inverse)
        return []
    }
}

/// `@Transient`: the property lives in memory alone.
struct TransientPropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.isStored,
            let name = variable.propertyName, let binding = variable.bindings.first,
            binding.initializer == nil, let type = binding.typeAnnotation?.type,
            !type.is(OptionalTypeSyntax.self), !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self),
            !type.trimmedDescription.hasPrefix("Optional<"), !name.hasPrefix("_")
        else { return [] }
        let fix = FixIt.replacing(
            type, with: OptionalTypeSyntax(wrappedType: type.trimmed),
            ModelFixIt("optional", "Make the property optional"))
        context.diagnose(.needsDefault(name), at: variable, [fix])
        return []
    }
}

/// `#Unique`: read by `@Model`; adds nothing itself.
struct UniqueConstraintsMacro: DeclarationMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}

/// `#Index`: read by `@Model`; adds nothing itself.
struct IndexMacro: DeclarationMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
#endif
