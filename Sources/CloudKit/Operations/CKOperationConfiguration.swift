public import Foundation

extension CKOperation {
    /// How an operation runs.
    ///
    ///     let configuration = CKOperation.Configuration()
    ///     configuration.timeoutIntervalForRequest = 10
    ///     operation.configuration = configuration
    public struct Configuration: Sendable {
        /// The container; nil leaves the operation's own.
        public var container: CKContainer?
        /// How urgent the operation is.
        public var qualityOfService = QualityOfService.default
        /// Kept; what runs here always has a network.
        public var allowsCellularAccess = true
        /// Whether the operation is to survive the program; kept, and not resumed.
        public var isLongLived = false
        /// Seconds that a request may take.
        public var timeoutIntervalForRequest = Configuration.requestSeconds
        /// Seconds that the operation may take.
        public var timeoutIntervalForResource = Configuration.resourceSeconds

        /// The defaults.
        public init() {}

        static let requestSeconds: TimeInterval = 60
        static let resourceSeconds: TimeInterval = 604_800

        /// Seconds after which an operation fails; nil while nobody asked for any.
        var deadline: TimeInterval? {
            let seconds = min(timeoutIntervalForRequest, timeoutIntervalForResource)
            guard seconds < Configuration.requestSeconds else { return nil }
            return seconds > 0 ? seconds : nil
        }
    }

    /// The name of a long-lived operation.
    public typealias ID = String
}

/// How an operation runs; the name of the first generation.
public typealias CKOperationConfiguration = CKOperation.Configuration

/// How much data a group of operations may move.
public enum CKOperationGroupTransferSize: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Less than a megabyte.
    case kilobytes = 1
    /// Up to ten megabytes.
    case megabytes = 2
    /// Up to a hundred megabytes.
    case tensOfMegabytes = 3
    /// Up to a gigabyte.
    case hundredsOfMegabytes = 4
    /// Up to ten gigabytes.
    case gigabytes = 5
    /// Up to a hundred gigabytes.
    case tensOfGigabytes = 6
    /// More.
    case hundredsOfGigabytes = 7
}

/// Operations that a program's user sees as one.
///
///     let group = CKOperationGroup()
///     group.name = "First synchronisation"
///     operation.group = group
open class CKOperationGroup: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked: what changes is under a lock.

    /// How much data may move.
    public typealias TransferSize = CKOperationGroupTransferSize

    private struct State {
        var configuration = CKOperation.Configuration()
        var name: String?
        var quantity = 0
        var sendSize = TransferSize.unknown
        var receiveSize = TransferSize.unknown
    }
    private let state = Locked(State())

    /// A name that no other group has.
    public let operationGroupID: String

    /// A group.
    public override init() { operationGroupID = UUID().uuidString }

    /// How operations of the group run that say nothing else.
    open var defaultConfiguration: CKOperation.Configuration {
        get { state.withLock { $0.configuration } }
        set { state.withLock { $0.configuration = newValue } }
    }

    /// A name for logs.
    open var name: String? {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    /// A number that the program gives a meaning to.
    open var quantity: Int {
        get { state.withLock { $0.quantity } }
        set { state.withLock { $0.quantity = newValue } }
    }

    /// How much data may be sent.
    open var expectedSendSize: TransferSize {
        get { state.withLock { $0.sendSize } }
        set { state.withLock { $0.sendSize = newValue } }
    }

    /// How much data may be received.
    open var expectedReceiveSize: TransferSize {
        get { state.withLock { $0.receiveSize } }
        set { state.withLock { $0.receiveSize = newValue } }
    }

    /// Groups take part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// Reads a group from an archive; nil where it holds none.
    public required init?(coder: NSCoder) {
        guard let id = coder.text("OperationGroupID") else { return nil }
        operationGroupID = id
        super.init()
        name = coder.text("OperationGroupName")
        quantity = coder.integer("OperationGroupQuantity")
    }

    /// Writes name and number.
    open func encode(with coder: NSCoder) {
        coder.encode(operationGroupID as NSString, forKey: "OperationGroupID")
        coder.encode(name as NSString?, forKey: "OperationGroupName")
        coder.encode(quantity, forKey: "OperationGroupQuantity")
    }
}
