// What `import CoreData` brings: Foundation and predicates beside Core Data's own names.
@_exported public import Foundation
@_exported public import FoundationPredicates
