public import Accounts
import Crypto
import Foundation
public import WebServices

extension Credentials {
    /// What a request brings to say who asks.
    ///
    ///     let credentials = try Credentials(request, path: path)
    ///     let found = try await accounts.authenticate(credentials)
    ///
    /// - Parameters:
    ///   - request: The request; a body in a file is read when it is signed.
    ///   - path: Its path, when it is one of CloudKit Web Services.
    /// - Throws: ``AuthenticationError`` when what was signed cannot be read.
    public init(_ request: WireRequest, path: EndpointPath?) throws(AuthenticationError) {
        self.init(
            container: path?.container, environment: path?.environment.rawValue,
            peer: request.peer)
    }
}
