@_exported public import CoreDataModel
@_exported public import PredicateCore
