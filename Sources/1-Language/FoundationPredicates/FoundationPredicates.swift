// What Foundation on Linux lacks: predicates, expressions and sort descriptors under Apple's names.
//
// Foundation on Linux declares classes of the same names that cannot do their work. The second
// group of lines makes ours the ones that a file means: a declaration exported by name wins over
// one that arrives with a whole module, even where the file also imports Foundation or XCTest.
@_exported public import FoundationPredicatesCore

@_exported public import class FoundationPredicatesCore.NSComparisonPredicate
@_exported public import class FoundationPredicatesCore.NSCompoundPredicate
@_exported public import class FoundationPredicatesCore.NSExpression
@_exported public import class FoundationPredicatesCore.NSPredicate
@_exported public import class FoundationPredicatesCore.NSSortDescriptor
