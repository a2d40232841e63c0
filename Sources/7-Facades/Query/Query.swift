// The name that sources import. The code is in CoreDataQuery, since a module called Query would
// hide every type of that name in the modules that import it.
@_exported public import CoreDataQuery
