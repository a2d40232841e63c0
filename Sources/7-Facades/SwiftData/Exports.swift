#if SwiftData
// What `import SwiftData` brings: Foundation, Observation, and three classes that Foundation on Linux
// lacks.
@_exported public import Foundation
@_exported public import FoundationPredicates
@_exported public import Observation
@_exported public import class CoreData.NSSecureUnarchiveFromDataTransformer
@_exported public import class CoreData.UndoManager
@_exported public import class CoreData.ValueTransformer
@_exported public import struct CoreData.NSValueTransformerName
#endif
