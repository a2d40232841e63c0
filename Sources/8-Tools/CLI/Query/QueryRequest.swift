import ArgumentParser
import PredicateCore
import RecordCore

/// A question as the commands `query` and `explain` take it, beside the groups that others have too.
///
/// The groups are the commands' own: in a debug build the parser checks a group each time that it reads
/// the group around it, so that a group of groups takes longer than most queries.
struct QueryRequest: ParsableArguments {
    @Argument(help: "The record type asked for.")
    var type: String

    @Argument(help: "Which records, as a predicate format; all when there is none.")
    var predicate: String?

    @Flag(help: "In every zone of the database.")
    var allZones = false

    @Option(help: "What may be asked: everything, or what CloudKit or its web services take.")
    var profile: Profile = .everything

    /// The profiles by the names that people write.
    enum Profile: String, CaseIterable, ExpressibleByArgument {
        case everything, cloudkit
        case cloudkitOriginal = "cloudkit-original"
        case webservices

        var queryProfile: QueryProfile {
            switch self {
            case .everything: .everything
            case .cloudkit: .cloudKit
            case .cloudkitOriginal: .cloudKitOriginal
            case .webservices: .webServices
            }
        }
    }

    /// The query.
    ///
    /// `desiredKeys` are the fields wanted of each record.
    func query(
        in place: StoreOptions, _ values: PredicateOptions, _ selection: SelectionOptions,
        desiredKeys: [String]? = nil
    ) throws -> RecordQuery {
        RecordQuery(
            type, where: try values.filled(predicate, zone: place.zoneID),
            orderedBy: selection.ordering, in: allZones ? .all : place.zones,
            limit: selection.limit, offset: selection.offset, desiredKeys: desiredKeys,
            profile: profile.queryProfile)
    }
}
