import RecordCore
import RecordService

/// The endpoints of CloudKit Web Services, each a function from a request to a reply.
package enum Endpoints {
    /// Answers one request; every failure is a reply.
    ///
    ///     let reply = await Endpoints.answer(path, request, in: context)
    ///
    /// The content type is never asked about, members and parameters that mean nothing are
    /// passed over, and a failed item of a batch is an entry in a reply of status 200.
    package static func answer(
        _ path: EndpointPath, _ request: WireRequest, in context: EndpointContext
    ) async -> WireReply {
        let call = EndpointCall(path, request, in: context)
        do {
            guard let endpoint = path.known else {
                if let reply = try await quarry(path, call) { return reply }
                throw WireError(.notFound, "could not find handler for endpoint")
            }
            guard endpoint.methods.contains(request.method) else {
                return refusal(of: request, allowing: endpoint.methods)
            }
            try call.checkAccess()
            try call.checkDatabase(of: endpoint)
            return try await answer(endpoint, call)
        } catch {
            return call.failure(WireError(any: error)).reply(uuid: request.id.text)
        }
    }

    /// The name of the endpoint that a path leads to, for counting: `records/query`.
    ///
    /// Nil when there is none of that name, so that what is counted stays bounded.
    package static func name(of path: EndpointPath) -> String? { path.known?.rawValue }

    private static func answer(
        _ endpoint: Endpoint, _ call: EndpointCall
    ) async throws -> WireReply {
        switch endpoint {
        case .recordsQuery: try await call.queryRecords()
        case .recordsModify: try await call.modifyRecords()
        case .recordsLookup: try await call.lookUpRecords()
        case .recordsChanges: try await call.changesOfRecords()
        case .recordsResolve: try await call.resolveShares()
        case .recordsAccept: try await call.acceptShares()
        case .recordsRequestAccess: try await call.requestAccess()
        case .zonesList: try await call.listZones()
        case .zonesLookup: try await call.lookUpZones()
        case .zonesModify: try await call.modifyZones()
        case .zonesChanges, .changesDatabase: try await call.changesOfDatabase()
        case .changesZone: try await call.changesOfZones()
        case .subscriptionsList: try await call.listSubscriptions()
        case .subscriptionsLookup: try await call.lookUpSubscriptions()
        case .subscriptionsModify: try await call.modifySubscriptions()
        case .usersCurrent, .usersCaller: try await call.currentUser()
        case .usersDiscover: try await call.discoverUsers()
        case .usersLookupEmail, .usersLookupID: try await call.lookUpUsers()
        case .usersLookupContacts: try await call.lookUpContacts()
        case .assetsUpload: try await call.placesForAssets()
        case .assetsRereference: try await call.rereferenceAssets()
        case .tokensCreate: try await call.createToken()
        case .tokensRegister: try await call.registerToken()
        }
    }

    /// What only our own clients ask, under `…/quarry/`; nil for what is nothing.
    private static func quarry(
        _ path: EndpointPath, _ call: EndpointCall
    ) async throws -> WireReply? {
        guard path.endpoint.count == 2, path.endpoint[0] == "quarry", let database = path.database
        else { return nil }
        try call.checkAccess()
        return try await quarry(path.endpoint[1], database, call.request, in: call.context)
    }

    private static func refusal(of request: WireRequest, allowing methods: [String]) -> WireReply {
        let error = WireError.badRequest("method not allowed for endpoint", status: 405)
        var reply = error.reply(uuid: request.id.text)
        reply.headers.append(("allow", methods.joined(separator: ", ")))
        return reply
    }
}
