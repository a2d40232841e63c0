@_exported public import FoundationPredicates
