#if Server
import RecordService
import CloudKitClient
import RecordTransfer
import Synchronization
import WebServices

extension Failure {
    /// What stops a transfer, whichever side said it.
    init(transfer error: any Error) {
        switch error {
        case let error as WireError: self.init(TransferError(error))
        case let error as TransportError: self.init(error)
        case let error as ServiceError: self.init(.failed, error.message, advice: error.advice)
        default: self.init(error)
        }
    }
}

/// The newest web-auth token, which replies bring.
final class NewestToken: Sendable {
    private let current = Mutex<String?>(nil)

    var value: String? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
#endif
