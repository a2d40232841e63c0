import Accounts
import RecordCore
import RecordJSON
import RecordService
import Stores
import WebServices

extension Administration {
    /// `GET containers?name=…`: all of them, or the one of a name; their environments with sizes,
    /// and with record types where they are open.
    func listContainers(_ call: AdministrationCall) async throws -> OrderedJSON {
        let own = call.principal.container
        var list: [OrderedJSON] = []
        let name = call.request.parameter("name")
        try await containers.refresh()
        let names = containers.names.filter {
            own ?? $0 == $0 && name ?? $0 == $0
        }
        for name in names.prefix(1000) {
            var environments: [OrderedJSON] = []
            for environment in containers.environments {
                let key = ContainerRegistry.Key(name, environment)
                var types: [String]?
                // Listing opens none that is not in use.
                if let service = containers.ready(key), !service.store.isSuspended {
                    types = try await service.store.schema().types.keys.sorted()
                }
                environments.append(
                    .present([
                        "name": .text(environment.rawValue), "bytes": .int(storage.bytes(key)),
                        "recordTypes": types.map(OrderedJSON.texts) ?? .null,
                    ]))
            }
            list.append(["name": .text(name), "environments": .list(environments)])
        }
        return ["containers": .list(list)]
    }

    /// `POST containers {name, settings?}`: settings only where nothing is kept.
    func createContainer(_ call: AdministrationCall) async throws -> OrderedJSON {
        let body = try call.object()
        let name = try body.neededText("name")
        let settings = try body.object("settings")?.containerSettings()
        try call.principal.check(container: name)
        try await containers.create(name, settings ?? ContainerSettings())
        return [
            "name": .text(name),
            "environments": .list(containers.environments.map { ["name": .text($0.rawValue)] }),
        ]
    }

    // MARK: Faults

    /// `POST faults {container?, environment?, fault, times?, on?, user?, retryAfter?, seconds?,
    /// zone?, records?, refill?}`.
    func addFault(_ call: AdministrationCall) async throws -> OrderedJSON {
        let body = try call.object()
        let wait = min(max(try body.double("retryAfter") ?? 1, 0), 3600)
        let fault: ServiceFaults.Fault
        switch try body.neededText("fault") {
        case "networkUnavailable": fault = .networkUnavailable
        case "networkFailure": fault = .networkFailure
        case "responseLost": fault = .responseLost
        case "serviceUnavailable": fault = .serviceUnavailable(retryAfter: wait)
        case "throttled": fault = .throttled(retryAfter: wait)
        case "zoneBusy": fault = .zoneBusy(retryAfter: wait)
        case "notAuthenticated": fault = .notAuthenticated
        case "accountTemporarilyUnavailable": fault = .accountTemporarilyUnavailable
        case "managedAccountRestricted": fault = .managedAccountRestricted
        case "quotaExceeded": fault = .quotaExceeded
        case "slow": fault = .slow(seconds: min(max(try body.double("seconds") ?? 1, 0), 60))
        case "zoneDeleted": fault = .zoneDeleted(ZoneID(try body.neededText("zone")))
        case "keysReset": fault = .keysReset(ZoneID(try body.neededText("zone")))
        case "tokensExpired": fault = .tokensExpired
        case "burst":
            fault = .burst(
                records: max(0, try body.number("records") ?? 21_000),
                refill: max(0, try body.double("refill") ?? 17))
        case "notificationsLost": fault = .notificationsLost
        case "notificationsDoubled": fault = .notificationsDoubled
        case let other:
            throw AdministrationError(
                .badRequest, "There is no fault \(other)",
                advice: "networkUnavailable, networkFailure, responseLost, serviceUnavailable, "
                    + "throttled, zoneBusy, notAuthenticated, accountTemporarilyUnavailable, "
                    + "managedAccountRestricted, quotaExceeded, slow, zoneDeleted, keysReset, "
                    + "tokensExpired, burst, notificationsLost or notificationsDoubled.")
        }
        let on = try body.text("on") ?? "all"
        guard let requests = ServiceFaults.Requests(rawValue: on) else {
            throw AdministrationError(.badRequest, "on is all, reads or writes, not \(on)")
        }
        let times = try body.number("times") ?? 1
        let user = try body.text("user")
        for service in try await services(body, call) {
            service.faults.add(
                fault, times: times > 0 ? times : nil, on: requests, user: user)
        }
        return [:]
    }

    /// `DELETE faults`.
    func clearFaults(_ call: AdministrationCall) async throws -> OrderedJSON {
        for service in try await services(try call.object(), call) { service.faults.clear() }
        return [:]
    }

    /// The containers that a body or a query names; every open one where none is named.
    private func services(
        _ body: AdministrationObject, _ call: AdministrationCall
    ) async throws -> [RecordService] {
        let name = try body.text("container") ?? call.request.parameter("container")
        let named = try body.text("environment") ?? call.request.parameter("environment")
        let environments =
            try named.map { [try EndpointPath.Environment(named: $0)] } ?? containers.environments
        guard let name = name ?? call.principal.container else {
            return containers.open.filter { environments.contains($0.key.environment) }
                .map(\.value)
        }
        var found: [RecordService] = []
        for environment in environments {
            found.append(try await place(name, environment, for: call.principal).service)
        }
        return found
    }
}
