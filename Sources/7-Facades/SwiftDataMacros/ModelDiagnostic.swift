#if SwiftData
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What the macros refuse, in the words of Apple's.
struct ModelDiagnostic: DiagnosticMessage {
    let message: String
    let severity: DiagnosticSeverity
    let diagnosticID: MessageID

    private init(_ id: String, _ message: String, _ severity: DiagnosticSeverity = .error) {
        self.message = message
        self.severity = severity
        diagnosticID = MessageID(domain: "SwiftDataMacros", id: id)
    }

    static func cannotApply(_ macro: String, to kind: String, _ name: String) -> ModelDiagnostic {
        ModelDiagnostic("kind", "'@\(macro)' cannot be applied to \(kind) type '\(name)'")
    }

    static func needsInitializer(_ name: String) -> ModelDiagnostic {
        ModelDiagnostic(
            "initializer", "@Model requires an initializer be provided for '\(name)'")
    }

    static func needsDefault(_ property: String) -> ModelDiagnostic {
        ModelDiagnostic(
            "default",
            "@Transient requires non-optional property '\(property)' to have a default value")
    }

    static func constant(_ property: String) -> ModelDiagnostic {
        ModelDiagnostic(
            "constant",
            "@Model requires the property '\(property)' to be declared with 'var': a store sets it "
                + "when the model is read", .warning)
    }

    static func reservedName(_ property: String) -> ModelDiagnostic {
        ModelDiagnostic(
            "name",
            "@Model does not allow a property named '\(property)', which every object of a store "
                + "has already; give it another name")
    }

    static func circularInverse(_ property: String) -> ModelDiagnostic {
        ModelDiagnostic(
            "inverse",
            "The inverse of '\(property)' names the property itself; name the other side's property"
        )
    }
}

/// What a fix-it says that it does.
struct ModelFixIt: FixItMessage {
    let message: String
    let fixItID: MessageID

    init(_ id: String, _ message: String) {
        self.message = message
        fixItID = MessageID(domain: "SwiftDataMacros", id: id)
    }
}

extension FixIt {
    /// Puts a node in the place of another.
    static func replacing(
        _ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: ModelFixIt
    ) -> FixIt {
        FixIt(
            message: message, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}

extension MacroExpansionContext {
    /// Says what is wrong with a node.
    func diagnose(
        _ message: ModelDiagnostic, at node: some SyntaxProtocol, _ fixIts: [FixIt] = []
    ) {
        diagnose(Diagnostic(node: node, message: message, fixIts: fixIts))
    }
}
#endif
