public import CloudKit
import Foundation
public import PredicateCore
public import QueryBuilderCore

/// A query over the records of a database.
///
///     try await CKRecord.query("Note", in: database)
///         .where("title BEGINSWITH %@", "A")
///         .order(by: "modificationDate", .descending)
///         .limit(20)
///         .all()
///
/// All pages are read, as far as limit and offset ask. What a predicate may say is CloudKit's
/// affair: `or`, for one, is refused by its queries. Sums and the like are calculated here from
/// the fields that they need.
public struct CloudQuery<Element>: DeferredQuery, Sendable {
    /// What the query has been told.
    public var terms = QueryTerms()
    let type: CKRecord.RecordType
    let database: CKDatabase
    var zone: CKRecordZone.ID?

    init(_ type: CKRecord.RecordType, in database: CKDatabase) {
        self.type = type
        self.database = database
    }

    /// Looks in one zone; without it a query searches every zone of the database.
    ///
    /// The shared database needs a zone: `invalidArguments` without.
    ///
    ///     try await CKRecord.query("Note", in: database).inZone(zone.zoneID).count()
    public func inZone(_ zone: CKRecordZone.ID) -> Self {
        var query = self
        query.zone = zone
        return query
    }

    /// The query as CloudKit takes it, without limit and offset.
    ///
    /// - Throws: The first mistake among the words.
    public func ckQuery() throws -> CKQuery {
        guard !type.isEmpty else { throw QueryError.emptyKey }
        let query = CKQuery(recordType: type, predicate: NSPredicate.from(try terms.condition()))
        query.sortDescriptors =
            terms.ordering.isEmpty ? nil : terms.ordering.compactMap { NSSortDescriptor($0) }
        return query
    }

    /// The records that match, in order, from as many pages as there are.
    ///
    /// - Throws: The first mistake among the words; a `CKError`.
    public func all() async throws -> [CKRecord] { try await records(nil) }

    /// How many records match, limit and offset considered; none of their fields are read.
    public func count() async throws -> Int { try await records([]).count }

    /// One value calculated from the records that match.
    public func summarize(_ summary: QuerySummary, of key: String) async throws -> Value {
        let records = try await records([key])
        return try summary.value(of: key, over: records.map { .object(ObjectValue($0)) })
    }

    /// The values of a field, each once, smallest first.
    public func distinct(_ key: String) async throws -> [Value] {
        let records = try await records([key])
        return try QuerySummary.distinct(key, over: records.map { .object(ObjectValue($0)) })
    }

    /// A new record of the type, in the zone asked.
    func makeRecord() -> CKRecord {
        guard let zone else { return CKRecord(recordType: type) }
        return CKRecord(recordType: type, recordID: CKRecord.ID(zoneID: zone))
    }

    /// Records with only some of their fields; nil for all of them.
    func records(_ fields: [CKRecord.FieldKey]?) async throws -> [CKRecord] {
        let query = try ckQuery()
        if terms.limit == 0 { return [] }
        let needed = terms.limit?.rows(after: terms.offset)
        var found: [CKRecord] = []
        var limit: Int { needed.map { $0 - found.count } ?? CKQueryOperation.maximumResults }
        var (page, cursor) = try await database.records(
            matching: query, inZoneWith: zone, desiredKeys: fields, resultsLimit: limit)
        while true {
            for (_, result) in page { found.append(try result.get()) }
            if let needed, found.count >= needed { break }
            guard let next = cursor else { break }
            (page, cursor) = try await database.records(
                continuingMatchFrom: next, desiredKeys: fields, resultsLimit: limit)
        }
        return Array(found.dropFirst(terms.offset).prefix(terms.limit ?? .max))
    }
}

/// The name of ``CloudQuery`` until 0.2, which is also that of RecordCore's query.
@available(*, deprecated, renamed: "CloudQuery")
public typealias RecordQuery<Element> = CloudQuery<Element>
