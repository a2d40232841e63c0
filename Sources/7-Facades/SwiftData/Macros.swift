#if SwiftData
/// Makes a class a persistent model.
///
///     @Model final class Trip {
///         var name: String
///         @Relationship(deleteRule: .cascade) var stops: [Stop] = []
///         init(name: String) { self.name = name }
///     }
///
/// Each stored property is kept, unless ``Transient()`` stands before it. The class becomes
/// observable, and gets an initializer by which contexts make instances of stored objects. A class
/// that inherits from a model adds its properties to those of its superclass.
///
/// Source: [Model()](https://developer.apple.com/documentation/swiftdata/model()).
@attached(
    member, conformances: Observable, PersistentModel, Sendable,
    names: named(_$backingData), named(_$storage), named(_$observers), named(_$keyPaths),
    named(_$inheritedKeyPaths), named(persistentBackingData),
    named(schemaMetadata), named(init), named(_$observationRegistrar), named(_SwiftDataNoType),
    named(access), named(withMutation))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() =
    #externalMacro(module: "SwiftDataMacros", type: "PersistentModelMacro")

/// What ``Model()`` puts before each property that it keeps.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(`_`))
public macro _PersistedProperty() =
    #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Says how a property is kept: once in a store, beside the store, transformed.
///
///     @Attribute(.unique, originalName: "title") var name: String
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AttributePropertyMacro")

/// Says how models refer to others: what a deletion does, and which property points back.
///
///     @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option...,
    deleteRule: Schema.Relationship.DeleteRule = .nullify, minimumModelCount: Int? = 0,
    maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipPropertyMacro")

/// Keeps a property out of stores: it lives in memory alone and needs a default value.
///
///     @Transient var isSelected = false  // false again in every context that reads the trip
@attached(peer)
public macro Transient() =
    #externalMacro(module: "SwiftDataMacros", type: "TransientPropertyMacro")

/// Lists of properties whose values together occur once in a store.
///
///     #Unique<Trip>([\.name], [\.start, \.end])
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
    #externalMacro(module: "SwiftDataMacros", type: "UniqueConstraintsMacro")

/// Lists of properties that a store indexes together.
///
///     #Index<Trip>([\.name], [\.start, \.end])
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
    #externalMacro(module: "SwiftDataMacros", type: "IndexMacro")

/// Indexes of a model and how each is kept.
///
///     #Index<Stop>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
    #externalMacro(module: "SwiftDataMacros", type: "IndexMacro")

/// Gives an actor a model context of its own, on whose queue the actor runs.
///
///     @ModelActor actor Importer {
///         func add(_ names: [String]) throws {
///             for name in names { modelContext.insert(Trip(name: name)) }
///             try modelContext.save()
///         }
///     }
///     let importer = Importer(modelContainer: container)
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() =
    #externalMacro(module: "SwiftDataMacros", type: "PersistentModelActorMacro")

/// A predicate as Foundation's `#Predicate` makes it, in which others may be evaluated.
///
///     let adult = #Predicate<Person> { $0.age >= 18 }
///     let wanted = #Predicate<Person> { adult.evaluate($0) && $0.name.starts(with: "A") }
///
/// Foundation's own macro on Linux refuses `evaluate`. The compiler prefers this one wherever a file
/// imports SwiftData, as its inputs are constrained. Every type meets the constraint but a generic
/// parameter without one of its own: write `T: PersistentModel`.
@freestanding(expression)
public macro Predicate<each Input: SendableMetatype>(
    _ body: (repeat each Input) -> Bool
) -> Predicate<repeat each Input> =
    #externalMacro(module: "SwiftDataMacros", type: "SwiftPredicateMacro")

/// An expression as Foundation's `#Expression` makes it, in which others may be evaluated.
///
///     let nights = #Expression<Trip, Int> { $0.stops.count }
///     let long = #Predicate<Trip> { nights.evaluate($0) > 3 }
@freestanding(expression)
public macro Expression<each Input: SendableMetatype, Output>(
    _ body: (repeat each Input) -> Output
) -> Foundation.Expression<repeat each Input, Output> =
    #externalMacro(module: "SwiftDataMacros", type: "SwiftExpressionMacro")

/// What ``Predicate(_:)`` becomes: Foundation's macro.
@freestanding(expression)
public macro _FoundationPredicate<each Input>(
    _ body: (repeat each Input) -> Bool
) -> Predicate<repeat each Input> =
    #externalMacro(module: "FoundationMacros", type: "PredicateMacro")

/// What ``Expression(_:)`` becomes: Foundation's macro.
@freestanding(expression)
public macro _FoundationExpression<each Input, Output>(
    _ body: (repeat each Input) -> Output
) -> Foundation.Expression<repeat each Input, Output> =
    #externalMacro(module: "FoundationMacros", type: "ExpressionMacro")
#endif
