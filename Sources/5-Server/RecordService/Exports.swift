@_exported public import PredicateCore
@_exported public import RecordCore
