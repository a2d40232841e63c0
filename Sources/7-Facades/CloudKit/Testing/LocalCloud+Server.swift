extension LocalCloud {
    /// The tokens of a server's client, and how it connects.
    ///
    ///     var settings = LocalCloud.Settings()
    ///     settings.server.apiToken = "…"
    ///     settings.server.webAuthToken = keychain.token
    ///     settings.server.webAuthTokenChanged = { keychain.token = $0 }
    ///     let cloud = try await LocalCloud(at: "https://quarry.example.org", settings: settings)
    public struct ServerSettings: Sendable {
        /// The token that names the app to the server; nil by default.
        public var apiToken: String?
        /// The token that names the signed-in user; nil when no user is signed in.
        public var webAuthToken: String?
        /// Is given each newer token, to be kept until the program runs again.
        public var webAuthTokenChanged: @Sendable (String?) -> Void = { _ in }
        /// Lets tests be any user by name; of a server for tests only.
        public var managementToken: String?
        /// A PEM file with certificates to trust beside those of the system.
        public var certificateFile: String?
        /// Whether `http:` may leave this machine, for everybody to read.
        public var allowsPlainText = false
        /// Keeps containers of one name apart, for tests that run side by side.
        ///
        /// The container `iCloud.a` is `iCloud.a.` and this on the server.
        public var namespace: String?
        /// Seconds until a reply must be there.
        public var requestSeconds: Double = 60

        /// A server that asks for nothing.
        public init() {}

        /// What environment variables say.
        init(environment: [String: String]) {
            func text(_ name: String) -> String? {
                environment[name].flatMap { $0.isEmpty ? nil : $0 }
            }
            apiToken = text("QUARRY_API_TOKEN")
            webAuthToken = text("QUARRY_WEB_AUTH_TOKEN")
            managementToken = text("QUARRY_MANAGEMENT_TOKEN")
            certificateFile = text("QUARRY_CERTIFICATE")
            namespace = text("QUARRY_NAMESPACE")
            allowsPlainText = text("QUARRY_INSECURE") == "1"
        }
    }

    /// Whether tokens say who is signed in, rather than the program.
    var speaksForOneUser: Bool {
        guard case .server = location else { return false }
        return settings.server.managementToken == nil && settings.server.apiToken != nil
    }
}
