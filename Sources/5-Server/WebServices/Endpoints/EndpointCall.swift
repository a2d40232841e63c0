import RecordCore
package import RecordService

/// One request on its way through its handler.
struct EndpointCall: Sendable {
    let path: EndpointPath
    let request: WireRequest
    let context: EndpointContext
    /// The database; the public one where the path names none.
    let database: ServiceSession.Database

    init(_ path: EndpointPath, _ request: WireRequest, in context: EndpointContext) {
        self.path = path
        self.request = request
        self.context = context
        database = path.database ?? .public
    }

    var session: ServiceSession { context.session }
    var service: RecordService { context.session.service }
    var store: any RecordStore { context.session.service.store }

    /// Whom the request is for.
    func signedIn() throws(WireError) -> String {
        guard let user = session.user else { throw .needsUser }
        return user
    }

    // MARK: Before the handler

    /// Refuses what the caller may not have, before anything is read.
    func checkAccess() throws(WireError) {
        switch database {
        case .public: break
        case .private, .shared: try checkPrivateAccess()
        }
    }

    /// Refuses callers that have the public database alone, and anonymous ones.
    func checkPrivateAccess() throws(WireError) {
        guard context.allowsPrivateData else {
            throw WireError(.accessDenied, "private db access disabled for this account")
        }
        _ = try signedIn()
    }

    /// Refuses what means nothing in the database.
    func checkDatabase(of endpoint: Endpoint) throws(WireError) {
        guard endpoint.isApplicable(in: database) else {
            throw .badRequest(
                "endpoint not applicable in the database type '\(database.pathName)'")
        }
    }

    /// What was asked; an empty body is `{}`.
    func read<Message: WireMessage>(_ type: Message.Type) throws(WireError) -> Message {
        switch request.body {
        case .bytes(let bytes):
            // Apple's `ownerRecordName` is the caller's where it is not said; a store knows the owner
            // of the public database's zone by no name.
            return try Message(
                reading: bytes, currentOwner: database == .public ? session.user : nil)
        case .file:
            // The carrier of the request limits the size of files; files are for assets.
            throw WireError(.quotaExceeded, "request is too large")
        }
    }

    /// An error as the whole reply says it.
    func failure(_ error: WireError) -> WireError {
        var error = error
        if error.code == .authenticationRequired {
            error.redirectURL = error.redirectURL ?? context.signInURL()
        }
        return error
    }

    // MARK: Limits

    /// Operations, records, zones or tokens in one request.
    static let items = 200
    /// Bytes of records, without their assets, after which a reply ends early.
    static let pageBytes = 4_000_000

    /// Refuses a request that names too much at once.
    ///
    /// Our own client sends what a native request may hold.
    func checkCount(_ count: Int, isOurs: Bool = false) throws(ServiceError) {
        let limit = isOurs ? store.limits.itemsPerRequest : EndpointCall.items
        guard count <= limit else { throw .tooMany(count, limit: limit) }
    }

    /// How many records a reply may have, where `limit` is what was asked.
    func pageLimit(_ limit: Int?, isOurs: Bool = false) throws(WireError) -> Int {
        guard let limit else { return min(EndpointCall.items, store.limits.defaultPage) }
        guard limit > 0 else { throw .badRequest("BadRequestException: Unexpected input") }
        return min(limit, isOurs ? 1000 : EndpointCall.items)
    }

    // MARK: Tokens

    /// The database's present token, where `?getCurrentSyncToken=true` asks for it.
    func syncToken() async throws -> String? {
        guard !request.query.isEmpty,
            request.parameter("getCurrentSyncToken")?.lowercased() == "true"
        else { return nil }
        return try await session.currentToken(in: database).map(WireTokens.text)
    }

    // MARK: Replies

    /// The name that replies have for ``ZoneID/currentOwner``: the same in all of them.
    var zoneOwner: String? { database == .public ? nil : session.user }

    /// What writes the records of a reply.
    func writer(
        _ options: RecordOptions, _ schema: RecordSchema, for records: [Record]
    ) async throws -> RecordWriter {
        let guids = try await shortGUIDs(of: records, options)
        return writer(options, schema, try await names(in: records), guids)
    }

    /// What writes the records of a reply to a write that is done: without names, where they
    /// cannot be read.
    ///
    /// - Parameter unshared: The records that have a `shortGUID` before they are shared.
    func writerAfterWrite(
        _ options: RecordOptions, _ schema: RecordSchema, for records: [Record],
        withShortGUID unshared: Set<RecordID>
    ) async -> RecordWriter {
        let guids = try? await shortGUIDs(of: records, options, unshared: unshared)
        return writer(options, schema, try? await names(in: records), guids ?? [:])
    }

    /// The `shortGUID` of each root of a share; our own client does without.
    private func shortGUIDs(
        of records: [Record], _ options: RecordOptions, unshared: Set<RecordID> = []
    ) async throws -> [RecordID: String] {
        // By index: a closure that is given a record is given a copy.
        let roots = records.indices.filter {
            records[$0].share != nil || unshared.contains(records[$0].id)
        }
        guard !options.isExact, !roots.isEmpty else { return [:] }
        return try await session.shortGUIDs(of: roots.map { records[$0] }, in: database)
    }

    private func writer(
        _ options: RecordOptions, _ schema: RecordSchema, _ names: RecordWriter.Names?,
        _ shortGUIDs: [RecordID: String]
    ) -> RecordWriter {
        let (services, session, database) = (context.services, session, database)
        return RecordWriter(
            schema: schema, options: options, reader: session.user, zoneOwner: zoneOwner,
            names: names, shortGUIDs: shortGUIDs,
            assetURL: {
                services.downloadURL(of: $0, in: session.home(of: $1.zone, in: database))
            })
    }

    /// What is known of the participants of shares; nil when no record is a share.
    private func names(in records: [Record]) async throws -> RecordWriter.Names? {
        // By index: a closure that is given a record is given a copy.
        guard records.indices.contains(where: { records[$0].type == Share.recordType }) else {
            return nil
        }
        var known: [ExactText: WireUser] = [:]
        for record in records where record.type == Share.recordType {
            let share = Share(record)
            var users = share?.participants.compactMap(\.user) ?? []
            users += share.map { $0.requests.users + $0.requests.blocked } ?? []
            if let owner = record.system?.createdBy { users.append(owner) }
            for user in users where known[ExactText(user)] == nil {
                known[ExactText(user)] = try await person(user)
            }
        }
        return { [known] in known[ExactText($0)] }
    }

    /// A user with given and family name, where they are known.
    func person(_ user: String, foundBy lookup: UserLookup? = nil) async throws -> WireUser {
        WireUser(
            user, try await context.services.identity(of: user, for: session), lookup: lookup)
    }
}

extension ServiceSession.Database {
    /// The name in paths and messages.
    var pathName: String {
        switch self {
        case .public: "publicdb"
        case .private: "privatedb"
        case .shared: "shareddb"
        }
    }
}

extension WireError {
    /// Private data without a user.
    static let needsUser = WireError(.authenticationRequired, "request needs authorization")

    /// What a handler or a store threw, as it goes over the wire.
    package init(any error: any Error) {
        if let error = error as? WireError {
            self = error
            return
        }
        let error = ServiceError(error).ofServer
        self.init(error.withoutEngine)
        // Why a request itself is refused, the reply says.
        if code.status >= 500 { cause = error.logged }
    }
}

extension ServiceError {
    /// The error as a server reports it.
    ///
    /// A program that names a file itself learns by `badContainer` that it holds none, and by
    /// `incompatibleVersion` that it is too old for it. A server's container exists though its database
    /// cannot be opened: clients ask again and keep what they have.
    package var ofServer: ServiceError {
        guard code == .badContainer || code == .incompatibleVersion, case .store(let store) = cause
        else { return self }
        var error = self
        if store == .cannotOpen || store == .newerVersion {
            // As on a full disk: once the operator has acted, the same request succeeds.
            (error.code, error.serverCode, error.retryAfter) = (.serviceUnavailable, 2022, 30)
            if store == .newerVersion {
                error.advice =
                    "The server is older than its database: install the version that made it, or a "
                    + "later one."
            }
        } else {
            (error.code, error.serverCode) = (.internalError, 2000)
        }
        return error
    }

    /// What the operator's log says of the error: the store's code, the engine's words and the file.
    package var logged: String {
        guard case .store(let code) = cause else { return message }
        let state = context["state"] ?? ""
        // What PostgreSQL says of wrong data and broken constraints may quote a value of a record.
        let isOfData = state.hasPrefix("22") || state.hasPrefix("23")
        let parts = ["path", "state"].compactMap { name in context[name].map { "\(name): \($0)" } }
        return "\(code.rawValue): " + (isOfData ? StoreError(code).sentence : message)
            + (code == .newerVersion ? advice.map { ". \($0)" } ?? "" : "")
            + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
    }

    /// The error without what the engine below said: that is for the server's own log, and may
    /// name files and values.
    fileprivate var withoutEngine: ServiceError {
        var error = self
        switch cause {
        case .store(let code):
            switch code {
            case .busy, .moved, .full, .readOnly, .notADatabase, .newerVersion, .corrupt,
                .cannotOpen,
                .outcomeUnknown, .unsupportedLocation, .engine:
                error.message = StoreError(code).sentence
                error.context = [:]
            case .unknownRecord, .recordChanged, .recordExists, .recordDeleted,
                .missingReference, .referencedByOthers, .tooManyReferences, .parentMissing,
                .parentHasChildren, .batchFailed, .duplicateItem, .alreadyShared, .typeNotFound,
                .cannotCreateType, .cannotChangeField, .wrongFieldType, .mixedList,
                .unsupportedValue, .encryptedNotSupported, .invalidName, .nameTooLong,
                .fieldNameReserved, .incompatibleSchema, .invalidSchema, .zoneNotFound,
                .changeTokenExpired, .changesNotTracked, .atomicNotSupported, .recordTooLarge,
                .assetTooLarge, .limitExceeded, .quotaExceeded, .permissionDenied, .notSignedIn,
                .assetFileNotFound, .assetFileChanged, .assetNotAvailable:
                error.context["path"] = nil
            case .cancelled:
                // With the limit, where it was that.
                error.message = StoreError(code, error.context).sentence
                error.context["state"] = nil
            }
        case .service where code == .internalError: error.message = "Internal error"
        case .query, .service, .fault: break
        }
        return error
    }
}
