// What `import Query` brings: the words of the builder beside Core Data.
@_exported public import CoreData
@_exported public import QueryBuilderCore
