package import Accounts
package import Foundation
package import RecordCore
package import RecordService
package import Stores
package import WebServices

/// What a server hosts, and how it behaves.
///
///     var options = HostOptions(.directory("/var/lib/quarry"))
///     options.containers = ["iCloud.org.example.notes"]
///     let host = try await Host(options)
package struct HostOptions: Sendable {
    /// Where everything is kept.
    package enum Location: Hashable, Sendable {
        /// A directory, made where there is none; one server at a time uses it.
        case directory(String)
        /// A PostgreSQL database, which any number of servers share.
        case database(ServerDatabase)
        /// Memory: everything is gone when the host is closed.
        case memory
    }

    /// Where everything is kept.
    package var location: Location
    /// Containers that are made at the start where they do not exist.
    package var containers: [String] = []
    /// Whether the first request for a container of any name makes it; for development and CI.
    ///
    /// Says nothing in a directory whose server asks for credentials: there a token for every
    /// container could fill the disk with them. Without it an unknown container is answered with 404,
    /// and nothing is created. At most ``HostLimits/containersOnDemand`` are.
    package var acceptsAnyContainer = false
    /// Seconds without a read or a write after which the SQLite database of a container is closed,
    /// until the container is asked again; nil keeps it open.
    ///
    /// An open one costs a thread, seven open files and about a megabyte. Subscriptions,
    /// notifications and clients that wait for them are not affected; the next request takes some
    /// milliseconds more.
    package var containerIdleTimeout: Double? = 60
    /// The environments that are served.
    package var environments = Set(EndpointPath.Environment.allCases)
    /// Sizes and times beyond which requests are refused.
    package var limits = HostLimits()
    /// Sizes beyond which a store refuses requests.
    package var storeLimits = StoreLimits()
    /// When a write is acknowledged: by default when it is on the disk.
    package var durability = StoreDurability.full
    /// What the server's URLs begin with (`https://quarry.example.org`); nil takes the name by
    /// which a request called the server.
    package var baseURL: String?
    /// Proxies that stand before the server: what they say in `x-forwarded-for` and
    /// `x-forwarded-proto` of who asks is believed, of others it is not.
    package var trustedProxies: [AddressRange] = []
    /// Whether credentials are asked for; never switch this off where others reach the server.
    package var requiresAuthentication = true
    /// Whether people may make their own accounts.
    package var allowsSignUp = false
    /// The user of a request without a user, where credentials are not required.
    package var developmentUser = "_development"
    /// Origins from which programs in browsers may ask; `*` is every one.
    ///
    /// Nil is every one too, but where credentials are not asked for, those of this machine alone.
    package var allowedOrigins: [String]?
    /// How many requests one address or user may make; nil is no limit.
    package var rateLimit: RateLimit?
    /// How many of the latest requests and replies are kept to be looked at; 0 keeps none.
    package var requestLogLength = 500
    /// How accounts, passwords and tokens behave.
    package var accounts = AccountOptions()
    /// What a service does beyond what its store says, in every container.
    package var service = ServiceOptions()
    /// Whether the servers of a database tell each other what they did.
    ///
    /// Without that they look every other second: for a database behind a pool that shares
    /// sessions.
    package var hearsOthers = true
    /// Threads on which requests wait for a database that servers share; those to one container have
    /// half of them at most.
    package var databaseThreads = 64
    /// What time it is.
    package var clock: @Sendable () -> Date = { Date() }

    /// A host of both environments, which asks for credentials.
    package init(_ location: Location) { self.location = location }

    /// A host in a directory.
    package init(directory: String) { self.init(.directory(directory)) }
}

/// Sizes and times beyond which a host refuses requests.
package struct HostLimits: Hashable, Sendable {
    /// Bytes of the body of a request, except an asset's.
    package var bodyBytes = 16 << 20
    /// Bytes of an asset.
    package var assetBytes: Int64 = 50_000_000
    /// Seconds after which what is read for a request is given up.
    package var requestSeconds = 30.0
    /// Seconds that an asset's upload URL is good for.
    package var uploadLifetime: TimeInterval = 15 * 60
    /// Seconds in which an uploaded asset must be saved with a record.
    package var receiptLifetime: TimeInterval = 60 * 60
    /// Seconds that an asset's download URL is good for.
    package var downloadLifetime: TimeInterval = 24 * 60 * 60
    /// Seconds that a request for notifications waits.
    package var pollSeconds: TimeInterval = 45
    /// Requests for notifications that wait at one time.
    package var polls = 20_000
    /// Requests for notifications of one user that wait at one time, of all devices.
    package var pollsPerUser = 100
    /// Containers that may be made by asking for them, with ``HostOptions/acceptsAnyContainer``.
    package var containersOnDemand = 1000

    /// Creates the default options of a host.
    package init() {}
}

/// How many requests one address or user may make.
///
/// Tokens come back steadily: `burst` may be spent at once, then `perSecond` go on.
package struct RateLimit: Hashable, Sendable {
    /// The sustained rate, in requests a second.
    package var perSecond: Double
    /// Requests that may come at once.
    package var burst: Double

    /// Creates a limit; the burst is by default twice the rate, and at least one request.
    package init(perSecond: Double, burst: Double? = nil) {
        self.perSecond = perSecond
        self.burst = max(1, burst ?? perSecond * 2)
    }
}
