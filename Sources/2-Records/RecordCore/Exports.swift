@_exported public import PredicateCore
