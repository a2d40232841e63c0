public import Foundation
import MirrorCore
public import PredicateCore

extension NSPersistentCloudKitContainer {
    /// What a container did with its cloud.
    ///
    ///     if event.type == .export, event.endDate != nil, event.succeeded { showSynced() }
    public enum EventType: Int, Sendable {
        /// It looked for the account, and made what it needs at the server.
        case setup = 0
        /// It fetched what other devices changed.
        case `import` = 1
        /// It sent what was saved here.
        case export = 2
    }

    /// Something that a container did, or began to do, with the records of a store.
    ///
    ///     NotificationCenter.default.addObserver(
    ///         forName: NSPersistentCloudKitContainer.eventChangedNotification, object: container,
    ///         queue: nil
    ///     ) { notification in
    ///         let key = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
    ///         let event = notification.userInfo?[key] as? NSPersistentCloudKitContainer.Event
    ///         if event?.endDate != nil, event?.succeeded == false { show(event?.error) }
    ///     }
    ///
    /// ``succeeded`` says nothing before ``endDate`` is set. Errors of the server are those of
    /// CloudKit, as they are.
    ///
    /// Source: [Event](https://developer.apple.com/documentation/coredata/nspersistentcloudkitcontainer/event).
    open class Event: NSObject, NSCopying, KeyedObject, @unchecked Sendable {
        // Unchecked: nothing of it changes once it is made.
        /// Equal for an event that begins and the same one that ends.
        public let identifier: UUID
        /// The identifier of the store.
        public let storeIdentifier: String
        /// Whether it looked for the account, fetched or sent.
        public let type: EventType
        /// The time at which the container began, by the device's clock.
        public let startDate: Date
        /// When it ended; nil while it goes on.
        public let endDate: Date?
        /// Whether everything was done.
        public let succeeded: Bool
        /// Why not everything was done.
        public let error: (any Error)?
        /// How many objects or records it was about.
        package let count: Int
        /// Sentences about records that were left as they are, and objects that were deleted
        /// although they were edited here.
        public let notes: [String]

        /// - Parameter error: The error itself; nil where only what the entry has of it is known.
        init(_ entry: MirrorLogEntry, store: String, error: (any Error)? = nil) {
            identifier = entry.id
            storeIdentifier = store
            type = EventType(rawValue: entry.kind.rawValue) ?? .setup
            startDate = entry.start
            endDate = entry.end
            let known = entry.error.map {
                NSError(
                    domain: $0.domain, code: $0.code,
                    userInfo: [NSLocalizedDescriptionKey: $0.text])
            }
            self.error = error ?? known
            succeeded = entry.end != nil && entry.error == nil
            count = entry.count
            notes = entry.notes
        }

        /// Events do not change, so the copy is the event itself.
        open func copy(with zone: NSZone? = nil) -> Any { self }

        /// What predicates of event requests ask: `identifier`, `storeIdentifier`, `type`,
        /// `startDate`, `endDate`, `succeeded`.
        public func predicateValue(forKey name: String) throws(EvaluationError) -> Value {
            switch name {
            case "identifier": .uuid(identifier)
            case "storeIdentifier": .text(storeIdentifier)
            case "type": .int(Int64(type.rawValue))
            case "startDate": .date(startDate)
            case "endDate": endDate.map { .date($0) } ?? .null
            case "succeeded": .bool(succeeded)
            case "self": .object(ObjectValue(self))
            default:
                throw EvaluationError(.undefinedKey, "An event has no key \"\(name)\".")
            }
        }

        /// Type, times and error of the event, for logs.
        open override var description: String {
            let end = endDate.map { "\($0)" } ?? "(null)"
            let reason = error.map { "; error: \($0)" } ?? ""
            return "<NSPersistentCloudKitContainerEvent: \(identifier) { type: \(type); store: "
                + "\(storeIdentifier); started: \(startDate); ended: \(end); succeeded: "
                + "\(succeeded ? "YES" : "NO")\(reason) }>"
        }
    }
}

/// Asks which events a container's stores keep.
///
///     let request = NSPersistentCloudKitContainerEventRequest.fetchEvents(after: Date.distantPast)
///     let result = try context.execute(request) as? NSPersistentCloudKitContainerEventResult
///     let events = result?.result as? [NSPersistentCloudKitContainer.Event]
///
/// A store keeps the last thousand events that changed something or failed.
open class NSPersistentCloudKitContainerEventRequest: NSPersistentStoreRequest {
    private enum Selection {
        case date(Date)
        case event(NSPersistentCloudKitContainer.Event?)
        case fetch(NSFetchRequest<any NSFetchRequestResult>)
    }

    /// What the result tells.
    open var resultType = NSPersistentCloudKitContainerEventResult.ResultType.events
    private let selection: Selection

    private init(_ selection: Selection) {
        self.selection = selection
        super.init()
    }

    /// Events that began after a moment.
    open class func fetchEvents(after date: Date) -> NSPersistentCloudKitContainerEventRequest {
        NSPersistentCloudKitContainerEventRequest(.date(date))
    }
    /// Events after another one; all events for nil.
    open class func fetchEvents(
        after event: NSPersistentCloudKitContainer.Event?
    ) -> NSPersistentCloudKitContainerEventRequest {
        NSPersistentCloudKitContainerEventRequest(.event(event))
    }
    /// Events that a request from ``fetchForEvents()`` finds.
    open class func fetchEvents(
        matchingFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    ) -> NSPersistentCloudKitContainerEventRequest {
        NSPersistentCloudKitContainerEventRequest(.fetch(fetchRequest))
    }
    /// A request for events, whose predicate, order and limit an event request may take.
    open class func fetchForEvents() -> NSFetchRequest<any NSFetchRequestResult> {
        let entity = NSEntityDescription(
            history: "NSPersistentCloudKitContainerEvent",
            [
                ("identifier", .UUIDAttributeType), ("storeIdentifier", .stringAttributeType),
                ("type", .integer16AttributeType), ("startDate", .dateAttributeType),
                ("endDate", .dateAttributeType), ("succeeded", .booleanAttributeType),
            ])
        return NSFetchRequest(history: entity)
    }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let stores = context.persistentStoreCoordinator?.persistentStores ?? []
        var events: [NSPersistentCloudKitContainer.Event] = []
        for store in affectedStores ?? stores {
            events += try MirrorEventLog(store.objects).entries().map {
                NSPersistentCloudKitContainer.Event($0, store: store.link.identifier)
            }
        }
        if stores.count > 1 { events.sort { $0.startDate < $1.startDate } }
        switch selection {
        case .date(let date): events.removeAll { $0.startDate <= date }
        case .event(nil): break
        case .event(let event?):
            if let last = events.lastIndex(where: { $0.identifier == event.identifier }) {
                events.removeSubrange(...last)
            } else {
                events.removeAll { $0.startDate <= event.startDate }
            }
        case .fetch(let request): events = try request.chosen(of: events)
        }
        return NSPersistentCloudKitContainerEventResult(events, resultType)
    }
}

/// What an event request gave.
///
///     let request = NSPersistentCloudKitContainerEventRequest.fetchEvents(after: .distantPast)
///     let result = try context.execute(request) as? NSPersistentCloudKitContainerEventResult
///     (result?.result as? [NSPersistentCloudKitContainer.Event])?.last?.succeeded   // true
open class NSPersistentCloudKitContainerEventResult: NSPersistentStoreResult {
    /// What the result of an event request tells.
    ///
    ///     let request = NSPersistentCloudKitContainerEventRequest.fetchEvents(after: .distantPast)
    ///     request.resultType = .countEvents
    ///     // `result` of the answer is then one NSNumber in an array.
    public enum ResultType: Int, Sendable {
        /// The events.
        case events = 0
        /// How many there are.
        case countEvents = 1
    }

    /// The events, or one number in an array.
    public let result: Any?
    /// The result type of the request, which says what ``result`` holds.
    public let resultType: ResultType

    init(_ events: [NSPersistentCloudKitContainer.Event], _ type: ResultType) {
        resultType = type
        switch type {
        case .events: result = events
        case .countEvents: result = [NSNumber(value: events.count)]
        }
    }
}
