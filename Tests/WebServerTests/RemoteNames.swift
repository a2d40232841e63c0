import CloudKitClient

// Accounts has names like these for what a server knows; these are what a client shows it.
typealias RemoteCredentials = Credentials
typealias RemoteKey = ServerKey
