import Accounts
import PredicateCore
import RecordCore
import WebServices

extension Host {
    /// The administration of this host.
    var administration: Administration {
        Administration(
            containers: containers, store: store, log: log, usage: usage,
            containerUsage: containerUsage, storage: storage, directory: directory,
            clock: options.clock, accounts: AccountAdministration(accounts)
        ) { [self] key, scope, request in
            let services = ContainerServices(host: self, key: key, base: baseURL(request))
            return { services.downloadURL(of: $0, in: scope.home(of: $1.zone)) }
        }
    }

    /// The server's directory; nil where it has none.
    private var directory: String? {
        if case .directory(let path) = options.location { path } else { nil }
    }

    /// Answers what the dashboard and the tool ask: everything under `/admin/1`.
    func administer(_ request: WireRequest) async -> WireReply {
        var credentials = Credentials(request)
        credentials.isWrite = request.method != "GET"
        let principal: Principal?
        do throws(AuthenticationError) {
            let found = try await accounts.authenticate(credentials).principal
            // Credentials of apps are none here, whether they are for one container or for all.
            guard found.kind == .management || found.kind == .dashboard else {
                throw AuthenticationError(
                    .authenticationFailed,
                    "Sign in as an administrator or send a management token.")
            }
            principal = found
        } catch  where !options.requiresAuthentication && error.code != .throttled {
            // Every program of this machine may do everything.
            principal = Principal(.management, isAdministrator: true)
        } catch {
            // A session is begun without credentials; everything else is refused with the reason.
            guard request.path == Administration.prefix + "/session" else {
                return AdministrationError(error).reply(to: request)
            }
            principal = nil
            // A page that only wants to know whether a user is signed in asks for no error.
            if request.method == "GET", request.parameter("optional") != nil {
                return WireReply(json: Array("{}".utf8))
            }
        }
        return await administration.answer(request, principal: principal)
    }
}
