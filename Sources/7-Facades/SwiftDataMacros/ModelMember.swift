#if SwiftData
import SwiftSyntax

/// What of a class concerns its schema, in the order of the source.
///
/// The compiler gives the macro every clause of an `#if`, and none of the conditions' values: what is
/// generated has the same `#if`.
enum ModelMember {
    case property(ModelProperty)
    /// `#Index` or `#Unique`.
    case constraint(MacroExpansionDeclSyntax)
    /// An `#if` and what its clauses have.
    case conditional([(condition: String, members: [ModelMember])])

    static func all(of members: MemberBlockItemListSyntax) -> [ModelMember] {
        members.compactMap { member in
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                return ModelProperty(variable).map(ModelMember.property)
            }
            if let macro = member.decl.as(MacroExpansionDeclSyntax.self) {
                return .constraint(macro)
            }
            guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return nil }
            return .conditional(
                conditional.clauses.map { clause in
                    let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
                    return (clause.poundKeyword.text + condition, all(of: clause.members))
                })
        }
    }
}

extension [ModelMember] {
    /// The properties outside of `#if`.
    var properties: [ModelProperty] {
        compactMap { if case .property(let property) = $0 { property } else { nil } }
    }

    /// A line of source for each member that gives one, with the conditions around it.
    func lines(_ line: (ModelMember) -> String?) -> [String] {
        flatMap { member -> [String] in
            guard case .conditional(let clauses) = member else {
                return line(member).map { [$0] } ?? []
            }
            let bodies = clauses.map { $0.members.lines(line) }
            guard bodies.contains(where: { !$0.isEmpty }) else { return [] }
            return zip(clauses, bodies).flatMap { [$0.condition] + $1 } + ["#endif"]
        }
    }
}

extension IfConfigClauseSyntax {
    /// The members of a class that the clause has.
    var members: MemberBlockItemListSyntax {
        if case .decls(let members) = elements { members } else { [] }
    }
}

extension MemberBlockItemListSyntax {
    /// The declarations, with those of every clause of an `#if`.
    var declarations: [DeclSyntax] {
        flatMap { member -> [DeclSyntax] in
            guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else {
                return [member.decl]
            }
            return conditional.clauses.flatMap(\.members.declarations)
        }
    }
}
#endif
