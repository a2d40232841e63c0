public import Foundation
import Synchronization

extension CKOperation {
    /// How an operation runs.
    ///
    ///     let configuration = CKOperation.Configuration()
    ///     configuration.timeoutIntervalForRequest = 10
    ///     operation.configuration = configuration  // the operation keeps a copy
    ///
    /// A property that is not set has the value of the default configuration of the operation's
    /// group, and the default where that is not set either. Source: the table of `CKOperation.h` in
    /// Apple's SDK.
    public final class Configuration: NSObject, NSCopying, @unchecked Sendable {
        // Unchecked: everything that changes is under the lock.

        /// What a program has set; nil where it has not.
        private struct Settings {
            var container: CKContainer?
            var qualityOfService: QualityOfService?
            var allowsCellularAccess: Bool?
            var isLongLived: Bool?
            var timeoutIntervalForRequest: TimeInterval?
            var timeoutIntervalForResource: TimeInterval?

            /// These settings, and others where these are not set.
            func over(_ others: Settings) -> Settings {
                Settings(
                    container: container ?? others.container,
                    qualityOfService: qualityOfService ?? others.qualityOfService,
                    allowsCellularAccess: allowsCellularAccess ?? others.allowsCellularAccess,
                    isLongLived: isLongLived ?? others.isLongLived,
                    timeoutIntervalForRequest: timeoutIntervalForRequest
                        ?? others.timeoutIntervalForRequest,
                    timeoutIntervalForResource: timeoutIntervalForResource
                        ?? others.timeoutIntervalForResource)
            }
        }

        private struct State {
            var settings: Settings
            /// Whose default configuration counts where nothing is set.
            var group: CKOperationGroup?
        }
        private let state: Mutex<State>

        /// A configuration where no property is set, so that each has its default.
        public override init() { state = Mutex(State(settings: Settings(), group: nil)) }

        private init(_ settings: Settings) {
            state = Mutex(State(settings: settings, group: nil))
        }

        private var settings: Settings {
            let (own, group) = state.withLock { ($0.settings, $0.group) }
            return group.map { own.over($0.defaultConfiguration.settings) } ?? own
        }

        // MARK: Properties

        /// The container; nil leaves the operation's own.
        public var container: CKContainer? {
            get { settings.container }
            set { state.withLock { $0.settings.container = newValue } }
        }
        /// How urgent the operation is.
        public var qualityOfService: QualityOfService {
            get { settings.qualityOfService ?? .default }
            set { state.withLock { $0.settings.qualityOfService = newValue } }
        }
        /// Kept; what runs here always has a network.
        public var allowsCellularAccess: Bool {
            get { settings.allowsCellularAccess ?? true }
            set { state.withLock { $0.settings.allowsCellularAccess = newValue } }
        }
        /// Whether the operation is to survive the program; kept, and not resumed.
        public var isLongLived: Bool {
            get { settings.isLongLived ?? false }
            set { state.withLock { $0.settings.isLongLived = newValue } }
        }
        /// Seconds that a request may take.
        public var timeoutIntervalForRequest: TimeInterval {
            get { settings.timeoutIntervalForRequest ?? Configuration.requestSeconds }
            set { state.withLock { $0.settings.timeoutIntervalForRequest = newValue } }
        }
        /// Seconds that the operation may take.
        public var timeoutIntervalForResource: TimeInterval {
            get { settings.timeoutIntervalForResource ?? Configuration.resourceSeconds }
            set { state.withLock { $0.settings.timeoutIntervalForResource = newValue } }
        }

        /// A configuration of the same content that changes on its own.
        public func copy(with zone: NSZone? = nil) -> Any { duplicate() }

        // MARK: For operations

        func duplicate() -> Configuration { Configuration(settings) }

        /// Takes what is not set from a group's default configuration.
        func inherit(from group: CKOperationGroup?) { state.withLock { $0.group = group } }

        /// Takes over what another configuration sets and this one does not.
        func adopt(_ other: Configuration) {
            let others = other.settings
            state.withLock { $0.settings = $0.settings.over(others) }
        }

        static let requestSeconds: TimeInterval = 60
        static let resourceSeconds: TimeInterval = 604_800

        /// Seconds after which a request fails; nil where no shorter time than usual is set.
        var deadline: TimeInterval? {
            let seconds = min(timeoutIntervalForRequest, timeoutIntervalForResource)
            guard seconds < Configuration.requestSeconds else { return nil }
            return seconds > 0 ? seconds : nil
        }

        /// Seconds after which an operation fails with all of its requests; nil as above.
        var wholeDeadline: TimeInterval? {
            let seconds = timeoutIntervalForResource
            return seconds > 0 && seconds < Configuration.resourceSeconds ? seconds : nil
        }
    }

    /// The name of a long-lived operation.
    public typealias ID = String
}

/// How an operation runs; the name of the first generation.
public typealias CKOperationConfiguration = CKOperation.Configuration

/// How much data a group of operations may move.
///
///     let group = CKOperationGroup()
///     group.expectedSendSize = .megabytes
///     group.expectedReceiveSize.rawValue  // 0: unknown
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
    private let state = Mutex(State())

    /// A name that no other group has.
    public let operationGroupID: String

    /// A group with a random ``operationGroupID``.
    public override init() { operationGroupID = UUID().uuidString }

    /// How operations of the group run that say nothing else.
    ///
    ///     group.defaultConfiguration.qualityOfService = .utility
    ///
    /// The group keeps a copy of what is set; nil sets the defaults.
    open var defaultConfiguration: CKOperation.Configuration! {
        get { state.withLock { $0.configuration } }
        set {
            let copy = newValue?.duplicate() ?? CKOperation.Configuration()
            state.withLock { $0.configuration = copy }
        }
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
