// What `import QueryBuilderCore` brings: predicates and Foundation beside the words of the builder.
@_exported public import FoundationPredicates
