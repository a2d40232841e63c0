import Foundation
import PredicateCore
import RecordJSON

/// Why a server, or its directory, did not do what the tool asked.
package struct RemoteFailure: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
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
    /// What went wrong, as a sentence for the user of the tool; empty where nothing needs to be
    /// said.
    package let message: String
    /// What to do about it.
    package let advice: String?

    /// A failure with a sentence; the advice says what to do next, where that is known.
    package init(_ message: String, advice: String? = nil, kind: Kind = .server) {
        self.kind = kind
        self.message = message
        self.advice = advice
    }

    /// The sentence and the advice.
    package var description: String { advice.map { "\(message). \($0)" } ?? message }
    /// The sentence and the advice.
    package var errorDescription: String? { description }
}

extension RemoteFailure {
    /// No reply came.
    package init(_ error: TransportError) {
        switch error {
        case .unreachable(let words): self.init("The server cannot be reached", advice: words)
        case .lost(let words):
            self.init("The connection to the server was lost", advice: words)
        case .timedOut: self.init("The server did not answer in time")
        case .untrusted(let words):
            self.init(
                "The server cannot be trusted",
                advice:
                    "\(words)\nQUARRY_CERTIFICATE=FILE, or --certificate FILE, names a certificate "
                    + "to trust.")
        case .tooLong: self.init("The reply of the server is too long")
        case .malformed(let words):
            self.init("What answered is no server of HTTP", advice: words)
        case .file(let words): self.init(words)
        case .fileChanged(let path): self.init("\(path) changed while it was sent")
        case .cancelled: self.init("", kind: .cancelled)
        }
    }

    /// A reply that says why not.
    package init(_ reply: RemoteReply) {
        // A reply that is no JSON is reported by its status.
        guard let members = (try? JSONReader.value(of: reply.bytes))?.members,
            let reason = members.text("reason")
        else {
            self.init("The server answered with HTTP \(reply.status)")
            return
        }
        var advice = members.object("quarry").text("advice")
        if reply.status == 401, advice == nil {
            advice =
                "A management token is missing or wrong, has ended or was revoked: --token TOKEN, or "
                + "QUARRY_MANAGEMENT_TOKEN; quarry accounts tokens create --kind management makes one."
        }
        self.init(
            reason, advice: advice, kind: (400..<500).contains(reply.status) ? .request : .server)
    }
}
