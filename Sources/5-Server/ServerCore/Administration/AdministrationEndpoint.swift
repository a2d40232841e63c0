import WebServices

/// An endpoint of the administration: an HTTP method, and what follows `/admin/1` in the path.
///
///     ContainerEndpoint("GET", ["containers", "iCloud.a", "development", "zones"])  // .zones
///     ContainerEndpoint("PUT", ["containers", "iCloud.a", "development", "zones"])  // nil
///
/// `openapi.yaml` describes each of them, which a test checks.
protocol AdministrationEndpoint: CaseIterable, RawRepresentable, Sendable
where RawValue == String {}

extension AdministrationEndpoint {
    /// The endpoint of a method and of the parts of a path; nil where there is none.
    init?(_ method: String, _ path: [String]) {
        let known = Self.allCases.first { $0.method == method && $0.matches(path) }
        guard let known else { return nil }
        self = known
    }

    /// The endpoint of a request.
    ///
    /// - Throws: `NOT_FOUND` for a path that there is not; for another method of a path that there is
    ///   the status 405, with the methods that it has.
    init(_ call: AdministrationCall) throws(AdministrationError) {
        if let endpoint = Self(call.method, call.path) {
            self = endpoint
            return
        }
        let methods = Self.allCases.filter { $0.matches(call.path) }.map { String($0.method) }
        guard !methods.isEmpty else {
            throw AdministrationError(.notFound, "could not find handler for endpoint")
        }
        var error = AdministrationError(.badRequest, "method not allowed for endpoint")
        error.allowedMethods = methods
        throw error
    }

    /// The HTTP method.
    private var method: Substring { rawValue.prefix { $0 != " " } }

    /// Whether the endpoint has this path, with whatever method.
    func matches(_ path: [String]) -> Bool {
        let template = rawValue.dropFirst(method.count + 1).split(separator: "/")
        return template.count == path.count
            && zip(template, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}

/// What is about the server, or about all its containers.
enum ServerEndpoint: String, AdministrationEndpoint {
    case listContainers = "GET containers"
    case createContainer = "POST containers"
    case listRequests = "GET requests"
    case clearRequests = "DELETE requests"
    case requestDetail = "GET requests/{id}"
    case usage = "GET usage"
    case listBackups = "GET backups"
    case makeBackup = "POST backups"
    case downloadBackup = "GET backups/{name}"
    case deleteBackup = "DELETE backups/{name}"
    case addFault = "POST faults"
    case clearFaults = "DELETE faults"
}

/// What is about one container in an environment.
enum ContainerEndpoint: String, AdministrationEndpoint {
    case schema = "GET containers/{container}/{environment}/schema"
    case setSchema = "PUT containers/{container}/{environment}/schema"
    case resetSchema = "DELETE containers/{container}/{environment}/schema"
    case deploySchema = "POST containers/{container}/{environment}/schema/deploy"
    case query = "POST containers/{container}/{environment}/query"
    case count = "POST containers/{container}/{environment}/count"
    case explain = "POST containers/{container}/{environment}/explain"
    case check = "POST containers/{container}/{environment}/check"
    case zones = "GET containers/{container}/{environment}/zones"
    case feed = "GET containers/{container}/{environment}/feed"
    case mirroring = "GET containers/{container}/{environment}/mirroring"
    case mirroredObjects = "GET containers/{container}/{environment}/mirroring/objects"
    case savedQueries = "GET containers/{container}/{environment}/saved-queries"
    case setSavedQueries = "PUT containers/{container}/{environment}/saved-queries"
}

/// What is about users, tokens, keys and roles.
enum AccountEndpoint: String, AdministrationEndpoint {
    case listUsers = "GET users"
    case createUser = "POST users"
    case user = "GET users/{recordName}"
    case updateUser = "PATCH users/{recordName}"
    case deleteUser = "DELETE users/{recordName}"
    case listTokens = "GET tokens"
    case createToken = "POST tokens"
    case revokeToken = "DELETE tokens/{id}"
    case listKeys = "GET keys"
    case createKey = "POST keys"
    case revokeKey = "DELETE keys/{id}"
    case roles = "GET containers/{container}/{environment}/roles"
    case setRoles = "PUT containers/{container}/{environment}/roles"
}

/// What is about the session of the dashboard, and is answered without credentials too.
enum SessionEndpoint: String, AdministrationEndpoint {
    case begin = "POST session"
    case current = "GET session"
    case end = "DELETE session"
}
