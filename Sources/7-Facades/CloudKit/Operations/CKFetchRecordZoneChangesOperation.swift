public import Foundation

/// Fetches what happened in zones since the last time.
///
///     let configuration = CKFetchRecordZoneChangesOperation.ZoneConfiguration()
///     configuration.previousServerChangeToken = token
///     let operation = CKFetchRecordZoneChangesOperation(
///         recordZoneIDs: [zone], configurationsByRecordZoneID: [zone: configuration])
///     operation.recordWasChangedBlock = { id, result in … }
///     operation.recordWithIDWasDeletedBlock = { id, type in … }
///     operation.recordZoneFetchResultBlock = { zone, result in … }  // the token to keep
///
/// Source: [CKFetchRecordZoneChangesOperation](https://developer.apple.com/documentation/cloudkit/ckfetchrecordzonechangesoperation).
open class CKFetchRecordZoneChangesOperation: CKDatabaseOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// What is wanted of one zone.
    public typealias ZoneConfiguration = CKFetchRecordZoneChangesConfiguration
    /// What is wanted of one zone; the older name.
    public typealias ZoneOptions = ZoneConfiguration

    /// The zones to fetch; nil fetches those of ``configurationsByRecordZoneID``.
    open var recordZoneIDs: [CKRecordZone.ID]?
    /// What is wanted of each zone.
    open var configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]?
    /// What is wanted of each zone; the older name.
    open var optionsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]? {
        get { configurationsByRecordZoneID }
        set { configurationsByRecordZoneID = newValue }
    }
    /// Whether to go on until nothing more is to be had.
    open var fetchAllChanges = true

    /// Takes each record that was created or changed.
    open var recordWasChangedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Takes each record that was created or changed; the block of the first generation, not called
    /// where ``recordWasChangedBlock`` is set.
    open var recordChangedBlock: ((CKRecord) -> Void)?
    /// Takes the name and type of each record that is gone.
    open var recordWithIDWasDeletedBlock: ((CKRecord.ID, CKRecord.RecordType) -> Void)?
    /// Takes the token up to which a zone was told of, so that it may be kept.
    open var recordZoneChangeTokensUpdatedBlock:
        ((CKRecordZone.ID, CKServerChangeToken?, Data?) -> Void)?
    /// Says that a zone is done, with the token to keep; or why it failed.
    open var recordZoneFetchResultBlock:
        (
            (
                CKRecordZone.ID,
                Result<
                    (
                        serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?,
                        moreComing: Bool
                    ), any Error
                >
            ) -> Void
        )?
    /// Says that a zone is done, with the token to keep; the block of the first generation.
    open var recordZoneFetchCompletionBlock:
        ((CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?
    /// Says that all is done, or why all of it failed; blocks before it tell which items failed.
    open var fetchRecordZoneChangesResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Says that all is done, or why some or all was not; the block of the first generation.
    open var fetchRecordZoneChangesCompletionBlock: (((any Error)?) -> Void)?

    /// A fetch of what ``recordZoneIDs`` will say.
    public override init() { super.init() }

    /// A fetch of what happened in zones; nil fetches the zones that the configurations name.
    public convenience init(
        recordZoneIDs: [CKRecordZone.ID]? = nil,
        configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]? = nil
    ) {
        self.init()
        self.recordZoneIDs = recordZoneIDs
        self.configurationsByRecordZoneID = configurationsByRecordZoneID
    }

    /// A fetch of what happened in zones; the initialiser of the first generation.
    public convenience init(
        recordZoneIDs: [CKRecordZone.ID]?,
        optionsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]?
    ) {
        self.init(
            recordZoneIDs: recordZoneIDs, configurationsByRecordZoneID: optionsByRecordZoneID)
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let target = target(database)
        // A zone that is named twice is fetched once.
        var named: Set<CKRecordZone.ID> = []
        let wanted = (recordZoneIDs ?? configurationsByRecordZoneID.map { Array($0.keys) } ?? [])
            .filter { named.insert($0).inserted }
            .map { zone in
                let configuration = configurationsByRecordZoneID?[zone]
                return ZoneRequest(
                    zone: zone, token: configuration?.previousServerChangeToken,
                    limit: configuration?.resultsLimit ?? 0,
                    desiredKeys: configuration?.desiredKeys)
            }
        let fetchesAll = fetchAllChanges
        let changed = recordWasChangedBlock
        // By Apple's header the newer block, where it is set, is called alone.
        let changedOld = changed == nil ? recordChangedBlock : nil
        let deleted = recordWithIDWasDeletedBlock
        let updated = recordZoneChangeTokensUpdatedBlock
        let fetched = recordZoneFetchResultBlock
        let fetchedOld = recordZoneFetchCompletionBlock
        let finished = fetchRecordZoneChangesResultBlock
        let completed = fetchRecordZoneChangesCompletionBlock
        let tell = Blocks {
            (
                page: ZonePage, mark: Data?, zone: CKRecordZone.ID, isLast: Bool,
                context: OperationContext
            ) in
            for record in page.changed {
                if context.isCancelled { return }
                changedOld?(record)
                changed?(record.recordID, .success(record))
            }
            for deletion in page.deleted {
                if context.isCancelled { return }
                deleted?(deletion.recordID, deletion.recordType)
            }
            if context.isCancelled { return }
            if isLast {
                fetchedOld?(zone, page.token, mark, page.moreComing, nil)
                fetched?(zone, .success((page.token, mark, page.moreComing)))
            } else {
                updated?(zone, page.token, mark)
            }
        }
        let fail = Blocks { (zone: CKRecordZone.ID, error: CKError) in
            fetchedOld?(zone, nil, nil, false, error)
            fetched?(zone, .failure(error))
        }
        let complete = Blocks { (error: CKError?) in
            finished?(.ended(error))
            completed?(error)
        }
        return OperationPlan(fail: { complete.call($0) }) { context in
            var errors: [CKRecordZone.ID: CKError] = [:]
            for wanted in wanted {
                do {
                    try await wanted.fetch(from: target, all: fetchesAll) { page, mark, isLast in
                        try await context.hand(
                            Delivery { tell.call(page, mark, wanted.zone, isLast, context) })
                    }
                } catch {
                    let error = CKError(any: error)
                    if error.code == .operationCancelled || error.concernsAll { throw error }
                    errors[wanted.zone] = error
                    try await context.hand(Delivery { fail.call(wanted.zone, error) })
                }
            }
            return Delivery { [errors] in
                complete.call(
                    errors.isEmpty
                        ? nil
                        : .partial(
                            Dictionary(uniqueKeysWithValues: errors.map { ($0, $1) }),
                            "Failed to fetch changes of some record zones"))
            }
        }
    }

    /// What is wanted of one zone, taken when the operation was submitted.
    private struct ZoneRequest: Sendable {
        var zone: CKRecordZone.ID
        var token: CKServerChangeToken?
        var limit: Int
        var desiredKeys: [String]?

        func fetch(
            from database: CKDatabase, all: Bool,
            _ tell: (ZonePage, _ mark: Data?, _ isLast: Bool) async throws -> Void
        ) async throws {
            var token = token
            // Before the changes, so that all of them together have what the mark says.
            let mark = try await database.clientMark(of: zone)
            while true {
                let page = try await database.zoneChanges(
                    zone, since: token, desiredKeys: desiredKeys, limit: limit)
                token = page.token
                let isLast = !page.moreComing || !all
                try await tell(page, page.moreComing ? nil : mark, isLast)
                if isLast { return }
            }
        }
    }
}

/// What is wanted of one zone; the name of the first generation.
public typealias CKFetchRecordZoneChangesOptions =
    CKFetchRecordZoneChangesOperation.ZoneConfiguration

extension CKError {
    /// Whether the whole request failed, rather than one zone of it.
    var concernsAll: Bool {
        switch code {
        case .networkUnavailable, .networkFailure, .badContainer, .serviceUnavailable,
            .requestRateLimited, .missingEntitlement, .notAuthenticated, .serverResponseLost,
            .accountTemporarilyUnavailable, .managedAccountRestricted, .badDatabase:
            true
        default: false  // Everything else is about a zone or its token.
        }
    }
}

/// What a fetch of changes wants of one zone: its `ZoneConfiguration`.
///
///     let notes = CKFetchRecordZoneChangesOperation.ZoneConfiguration(
///         previousServerChangeToken: token, desiredKeys: ["title"])
///     let operation = CKFetchRecordZoneChangesOperation(
///         recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: notes])
open class CKFetchRecordZoneChangesConfiguration: NSObject, NSSecureCoding, NSCopying,
    @unchecked Sendable
{
    // Unchecked: it is copied when the operation is submitted.

    /// What was got the last time; nil fetches everything.
    open var previousServerChangeToken: CKServerChangeToken?
    /// How many records come at once; 0 lets the store choose.
    open var resultsLimit = 0
    /// The fields wanted: nil all, empty none.
    open var desiredKeys: [CKRecord.FieldKey]?

    /// Fetches all fields of all records, from the zone's beginning.
    public override init() {}

    /// What came after a token.
    public init(
        previousServerChangeToken: CKServerChangeToken? = nil, resultsLimit: Int? = nil,
        desiredKeys: [CKRecord.FieldKey]? = nil
    ) {
        self.previousServerChangeToken = previousServerChangeToken
        self.resultsLimit = resultsLimit ?? 0
        self.desiredKeys = desiredKeys
    }

    /// The same again, changing on its own.
    open func copy(with zone: NSZone? = nil) -> Any {
        CKFetchRecordZoneChangesConfiguration(
            previousServerChangeToken: previousServerChangeToken, resultsLimit: resultsLimit,
            desiredKeys: desiredKeys)
    }

    /// Takes part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads from an archive what is wanted of a zone.
    public required convenience init?(coder: NSCoder) {
        self.init(
            previousServerChangeToken: coder.object("PreviousServerChangeToken"),
            resultsLimit: coder.integer("ResultsLimit"),
            desiredKeys: coder.object("DesiredKeys", as: NSArray.self)
                .map { $0.compactMap { $0 as? String } })
    }

    /// Writes the token, the limit and the fields wanted to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(previousServerChangeToken, forKey: "PreviousServerChangeToken")
        coder.encode(resultsLimit, forKey: "ResultsLimit")
        coder.encode(desiredKeys.map { NSArray(array: $0) }, forKey: "DesiredKeys")
    }
}
