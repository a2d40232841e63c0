package import CloudKitClient
import PredicateCore
import RecordJSON
import WebServices

/// Why something cannot be done with the accounts or the administration of a server.
package struct AdministrationError: Error {
    /// Whose fault it is.
    package enum Kind: Sendable {
        /// The request names what is not there, or says what it may not.
        case request
        /// The server or the directory does not do it.
        case server
        /// The task was cancelled.
        case cancelled
    }

    /// Whose fault it is.
    package let kind: Kind
    /// What is wrong, as a sentence without its stop; empty where nothing needs to be said.
    package let message: String
    /// What to do about it.
    package let advice: String?

    init(_ kind: Kind, _ message: String = "", advice: String? = nil) {
        self.kind = kind
        self.message = message
        self.advice = advice
    }

    /// No reply came.
    package init(_ error: TransportError) {
        switch error {
        case .unreachable(let words):
            self.init(.server, "The server cannot be reached", advice: words)
        case .lost(let words):
            self.init(.server, "The connection to the server was lost", advice: words)
        case .timedOut: self.init(.server, "The server did not answer in time")
        case .untrusted(let words):
            self.init(
                .server, "The server cannot be trusted",
                advice: "\(words)\n--certificate FILE names a certificate to trust.")
        case .tooLong: self.init(.server, "The reply of the server is too long")
        case .malformed(let words):
            self.init(.server, "What answered is no server of HTTP", advice: words)
        case .file(let words): self.init(.server, words)
        case .cancelled: self.init(.cancelled)
        }
    }

    /// A reply that says why not.
    package init(_ reply: RemoteReply) {
        // A reply that is no JSON is reported by its status.
        guard let members = (try? JSONReader.value(of: reply.bytes))?.members,
            let reason = members.text("reason")
        else {
            self.init(.server, "The server answered with HTTP \(reply.status)")
            return
        }
        var advice = members.object("quarry").text("advice")
        if reply.status == 401, advice == nil {
            advice =
                "A management token is missing or wrong, has ended or was revoked: --token TOKEN, or "
                + "QUARRY_MANAGEMENT_TOKEN; quarry accounts tokens create --kind management makes one."
        }
        self.init(
            (400..<500).contains(reply.status) ? .request : .server, reason, advice: advice)
    }
}
