#if SwiftData
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model`: makes a class a persistent model.
///
/// The compiler passes an empty list of conformances for a class whose superclass is a model
/// already; such a class adds its own properties to those of the superclass.
struct PersistentModelMacro {}

extension PersistentModelMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let model = declaration.as(ClassDeclSyntax.self) else {
            refuse(declaration, node, context)
            return []
        }
        let isSubclass = protocols.isEmpty && model.inheritanceClause != nil
        let members = ModelMember.all(of: model.memberBlock.members)
        if !isSubclass, !hasInitializer(model) {
            demandInitializer(of: model, members.properties, context)
        }
        check(model, context)
        return ModelMembers(model, members, isSubclass: isSubclass).all
    }

    /// Says of properties that a store cannot set, or cannot have under their name.
    private static func check(
        _ model: ClassDeclSyntax, _ context: some MacroExpansionContext
    ) {
        for declaration in model.memberBlock.members.declarations {
            guard let variable = declaration.as(VariableDeclSyntax.self), variable.isPersisted,
                let name = variable.propertyName
            else { continue }
            if name == "description" { context.diagnose(.reservedName(name), at: variable) }
            let keyword = variable.bindingSpecifier
            if keyword.tokenKind == .keyword(.let) {
                let fix = FixIt.replacing(
                    keyword, with: keyword.with(\.tokenKind, .keyword(.var)),
                    ModelFixIt("variable", "Declare it with 'var'"))
                context.diagnose(.constant(name), at: keyword, [fix])
            }
        }
    }

    private static func hasInitializer(_ model: ClassDeclSyntax) -> Bool {
        model.memberBlock.members.declarations.contains { $0.is(InitializerDeclSyntax.self) }
    }

    /// Structs and actors are refused; enumerations get nothing, as on Apple's systems.
    private static func refuse(
        _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
        _ context: some MacroExpansionContext
    ) {
        if let type = declaration.as(StructDeclSyntax.self) {
            let keyword = type.structKeyword
            let fix = FixIt.replacing(
                keyword, with: keyword.with(\.tokenKind, .identifier("final class")),
                ModelFixIt("class", "Make it a final class"))
            context.diagnose(
                .cannotApply("Model", to: "struct", type.name.text), at: node, [fix])
        } else if let type = declaration.as(ActorDeclSyntax.self) {
            context.diagnose(.cannotApply("Model", to: "actor", type.name.text), at: node)
        }
    }

    private static func demandInitializer(
        of model: ClassDeclSyntax, _ properties: [ModelProperty],
        _ context: some MacroExpansionContext
    ) {
        let parameters = properties.filter { $0.type != nil }
        let list = parameters.map { property in
            let type = property.type ?? ""
            let initial = property.initial ?? (type.hasSuffix("?") ? "nil" : nil)
            return "\(property.name): \(type)" + (initial.map { " = \($0)" } ?? "")
        }.joined(separator: ", ")
        let body = parameters.map { "        self.\($0.name) = \($0.name)" }
            .joined(separator: "\n")
        let text = "\n\n    init(\(list)) {\n\(body)\n    }"
        let written = MemberBlockItemSyntax(decl: DeclSyntax(stringLiteral: text))
        let members = model.memberBlock.members + [written]
        let fix = FixIt.replacing(
            model.memberBlock.members, with: members,
            ModelFixIt("initializer", "Add an initializer of its properties"))
        context.diagnose(.needsInitializer(model.name.text), at: model.name, [fix])
    }
}

extension PersistentModelMacro: MemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard declaration.is(ClassDeclSyntax.self),
            let variable = member.as(VariableDeclSyntax.self), variable.isPersisted
        else { return [] }
        return ["@_PersistedProperty"]
    }
}

extension PersistentModelMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(ClassDeclSyntax.self), !protocols.isEmpty else { return [] }
        let name = type.trimmed
        return try [
            ExtensionDeclSyntax("extension \(name): nonisolated SwiftData.PersistentModel {}"),
            ExtensionDeclSyntax("extension \(name): nonisolated Observation.Observable {}"),
            ExtensionDeclSyntax(
                """
                @available(*, unavailable, message: "PersistentModels are not Sendable, consider utilizing a ModelActor or use \(name)'s persistentModelID instead")
                extension \(name): Sendable {}
                """),
        ]
    }
}
#endif
