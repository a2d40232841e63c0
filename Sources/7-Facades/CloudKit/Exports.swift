// What `import CloudKit` brings: Foundation, predicates and positions beside CloudKit's own names.
@_exported public import CloudKitValues
@_exported public import CoreLocation
@_exported public import Foundation
@_exported public import FoundationPredicates
