// What `import CloudKitQuery` brings: the words of the builder beside CloudKit.
@_exported public import CloudKit
@_exported public import QueryBuilderCore
