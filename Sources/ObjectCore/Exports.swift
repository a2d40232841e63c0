@_exported public import ModelCore
@_exported public import PredicateCore
