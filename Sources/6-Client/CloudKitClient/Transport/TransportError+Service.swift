import RecordCore
package import RecordService

extension ServiceError {
    /// What CloudKit says where a request had no reply.
    ///
    /// A write whose reply is lost may have been done: `serverResponseLost`. It is never sent
    /// again by itself.
    package init(_ error: TransportError, isWrite: Bool) {
        switch error {
        case .unreachable(let words):
            self.init(
                .networkUnavailable, nil, "The server cannot be reached", advice: words,
                cause: .service)
        case .lost(let words):
            if isWrite {
                self.init(
                    .serverResponseLost, nil, "The response of the server was lost",
                    advice: "Fetch to see whether it was done. (\(words))")
            } else {
                self.init(
                    .networkFailure, nil, "The network connection was lost.", advice: words)
            }
        case .timedOut:
            if isWrite {
                self.init(
                    .serverResponseLost, nil, "The response of the server did not come in time",
                    advice: "Fetch to see whether it was done.")
            } else {
                self.init(.networkFailure, nil, "The request timed out.")
            }
        case .untrusted(let words):
            self.init(
                .networkFailure, nil, "The server cannot be trusted", advice: words)
        case .tooLong:
            self.init(
                .internalError, 2000, "The reply of the server is too long",
                advice: "Ask for fewer records at once.")
        case .malformed(let words):
            self.init(
                .internalError, 2000, "The reply of the server cannot be read", advice: words)
        case .file(let words):
            self.init(.internalError, nil, "The content of an asset: \(words)")
        case .fileChanged(let path):
            self.init(StoreError(.assetFileChanged, ["path": path]))
        case .cancelled:
            self.init(.operationCancelled, nil, "The request was cancelled")
        }
        urlError = error.urlError
    }
}

extension TransportError {
    /// The number of Foundation's `URLError` for what the network did; nil where it was not the network.
    fileprivate var urlError: Int? {
        switch self {
        case .unreachable: -1004  // cannotConnectToHost
        case .lost: -1005  // networkConnectionLost
        case .timedOut: -1001  // timedOut
        case .untrusted: -1200  // secureConnectionFailed
        case .tooLong, .malformed, .file, .fileChanged, .cancelled: nil
        }
    }
}
