#if SwiftData
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `#Predicate` and `#Expression` in which others are evaluated.
///
/// Foundation's macros on Linux refuse `adult.evaluate($0)` by its name. They write the expansion, of a
/// body that has `adult[$0]` instead, which FoundationPredicates declares.
protocol EvaluationMacro: ExpressionMacro {
    /// The name under which `SwiftData` declares Foundation's macro.
    static var foundationName: String { get }
}

extension EvaluationMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        let rewriter = EvaluationRewriter()
        return ExprSyntax(
            MacroExpansionExprSyntax(
                macroName: .identifier(foundationName),
                genericArgumentClause: node.genericArgumentClause, leftParen: node.leftParen,
                arguments: rewriter.rewrite(node.arguments).cast(LabeledExprListSyntax.self),
                rightParen: node.rightParen,
                trailingClosure: node.trailingClosure.map {
                    rewriter.rewrite($0).cast(ClosureExprSyntax.self)
                }))
    }
}

struct SwiftPredicateMacro: EvaluationMacro {
    static let foundationName = "_FoundationPredicate"
}

struct SwiftExpressionMacro: EvaluationMacro {
    static let foundationName = "_FoundationExpression"
}

/// Writes `adult[$0]` for `adult.evaluate($0)`, and `filter.flatMap { $0[trip] }` for
/// `filter?.evaluate(trip)`.
private final class EvaluationRewriter: SyntaxRewriter {
    override func visit(_ node: FunctionCallExprSyntax) -> ExprSyntax {
        let call = super.visit(node)
        guard let call = call.as(FunctionCallExprSyntax.self),
            let function = call.calledExpression.as(MemberAccessExprSyntax.self),
            let base = function.base?.trimmed, function.declName.baseName.text == "evaluate",
            call.arguments.count == 1, call.arguments.first?.label == nil,
            call.trailingClosure == nil
        else { return call }
        let result: ExprSyntax
        if let optional = base.as(OptionalChainingExprSyntax.self)?.expression {
            // $0 would be another one in the closure. Foundation's macro refuses it, as on a Mac.
            let names = call.arguments.tokens(viewMode: .sourceAccurate).map(\.tokenKind)
            guard !names.contains(where: { if case .dollarIdentifier = $0 { true } else { false } })
            else { return ExprSyntax(call) }
            result = "\(optional).flatMap { $0[\(call.arguments)] }"
        } else {
            result = "\(base)[\(call.arguments)]"
        }
        return result.with(\.leadingTrivia, call.leadingTrivia)
            .with(\.trailingTrivia, call.trailingTrivia)
    }
}
#endif
