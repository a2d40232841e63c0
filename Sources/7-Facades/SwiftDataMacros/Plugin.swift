#if SwiftData
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The program that the compiler asks for the expansions of the macros of `SwiftData`.
@main
struct SwiftDataPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        PersistentModelMacro.self, PersistedPropertyMacro.self, AttributePropertyMacro.self,
        RelationshipPropertyMacro.self, TransientPropertyMacro.self, UniqueConstraintsMacro.self,
        IndexMacro.self, PersistentModelActorMacro.self, SwiftPredicateMacro.self,
        SwiftExpressionMacro.self,
    ]
}
#else
/// SwiftPM builds the target without the trait SwiftData too, and a macro needs an entry point.
@main
enum EmptyPlugin {
    static func main() {}
}
#endif
