#if SwiftData
/// The versions of an app's models, and how one becomes the next.
///
///     enum TripsPlan: SchemaMigrationPlan {
///         static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
///         static var stages: [MigrationStage] {
///             [.lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self)]
///         }
///     }
///     let container = try ModelContainer(for: Trip.self, migrationPlan: TripsPlan.self)
///
/// A store begins at the version that it was made with. Each custom stage is complete on the disk
/// before the next begins: a program that ends in the middle leaves the store as it was before.
public protocol SchemaMigrationPlan {
    /// The versions, oldest first.
    static var schemas: [any VersionedSchema.Type] { get }
    /// The steps between them, in the same order.
    static var stages: [MigrationStage] { get }
}

/// A step from one version of an app's models to the next.
///
///     static var stages: [MigrationStage] {
///         [
///             .lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self),
///             .custom(
///                 fromVersion: TripsV2.self, toVersion: TripsV3.self, willMigrate: nil,
///                 didMigrate: { context in
///                     let trips = try context.fetch(FetchDescriptor<TripsV3.Trip>())
///                     for trip in trips { trip.isPast = trip.end < .now }
///                     try context.save()
///                 }),
///         ]
///     }
///
/// `static let stages` compiles in Swift 6 too. A plan's stages run one after the other, while its
/// container is made: their closures need not be `@Sendable`.
public enum MigrationStage: @unchecked Sendable {
    // Unchecked: the closures run on the thread that makes the container, one at a time.
    /// What follows from the difference of both: properties that came, went and got other names.
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
    /// The same, with work of the app before and after: `willMigrate` has a context of the old
    /// models, `didMigrate` one of the new ones. Each saves what it changes.
    case custom(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
        willMigrate: ((_ context: ModelContext) throws -> Void)?,
        didMigrate: ((_ context: ModelContext) throws -> Void)?)
}
#endif
