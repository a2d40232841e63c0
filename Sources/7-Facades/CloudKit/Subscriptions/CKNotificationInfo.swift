public import Foundation
import Synchronization

extension CKSubscription {
    /// What a notification shows.
    public typealias NotificationInfo = CKNotificationInfo
}

/// What a notification shows; programs write `CKSubscription.NotificationInfo`.
///
///     let info = CKSubscription.NotificationInfo()
///     info.alertBody = "A city was added"
///     info.shouldSendContentAvailable = true
///     subscription.notificationInfo = info
///
/// On Linux nothing is shown; the values come with the notification.
open class CKNotificationInfo: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked: everything that changes is under the lock.

    /// Everything there is to say, as it is kept with the subscription.
    struct Content: Codable, Hashable, Sendable {
        var alertBody: String?
        var alertLocalizationKey: String?
        var alertLocalizationArgs: [String]?
        var title: String?
        var titleLocalizationKey: String?
        var titleLocalizationArgs: [String]?
        var subtitle: String?
        var subtitleLocalizationKey: String?
        var subtitleLocalizationArgs: [String]?
        var alertActionLocalizationKey: String?
        var alertLaunchImage: String?
        var soundName: String?
        var desiredKeys: [String]?
        var shouldBadge: Bool?
        var shouldSendContentAvailable: Bool?
        var shouldSendMutableContent: Bool?
        var category: String?
        var collapseIDKey: String?

        /// The content as bytes.
        var data: Data? {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try? encoder.encode(self)  // Strings and truth values always encode.
        }

        /// The content that bytes stand for; nil for other bytes.
        static func from(_ data: Data?) -> Content? {
            data.flatMap { try? JSONDecoder().decode(Content.self, from: $0) }
        }
    }

    private let state: Mutex<Content>

    /// Content that shows nothing, plays nothing and leaves the badge as it is.
    public override init() { state = Mutex(Content()) }

    init(_ content: Content) { state = Mutex(content) }

    /// What is shown, in one call; what is left out is as in ``init()``.
    ///
    ///     CKSubscription.NotificationInfo(alertBody: "A city was added", shouldBadge: true)
    ///
    /// An empty array is none: the property then reads nil.
    public convenience init(
        alertBody: String? = nil, alertLocalizationKey: String? = nil,
        alertLocalizationArgs: [CKRecord.FieldKey] = [], title: String? = nil,
        titleLocalizationKey: String? = nil, titleLocalizationArgs: [CKRecord.FieldKey] = [],
        subtitle: String? = nil, subtitleLocalizationKey: String? = nil,
        subtitleLocalizationArgs: [CKRecord.FieldKey] = [],
        alertActionLocalizationKey: String? = nil, alertLaunchImage: String? = nil,
        soundName: String? = nil, desiredKeys: [CKRecord.FieldKey] = [],
        shouldBadge: Bool = false, shouldSendContentAvailable: Bool = false,
        shouldSendMutableContent: Bool = false, category: String? = nil,
        collapseIDKey: String? = nil
    ) {
        func list(_ keys: [CKRecord.FieldKey]) -> [CKRecord.FieldKey]? { keys.isEmpty ? nil : keys }
        self.init(
            Content(
                alertBody: alertBody, alertLocalizationKey: alertLocalizationKey,
                alertLocalizationArgs: list(alertLocalizationArgs), title: title,
                titleLocalizationKey: titleLocalizationKey,
                titleLocalizationArgs: list(titleLocalizationArgs), subtitle: subtitle,
                subtitleLocalizationKey: subtitleLocalizationKey,
                subtitleLocalizationArgs: list(subtitleLocalizationArgs),
                alertActionLocalizationKey: alertActionLocalizationKey,
                alertLaunchImage: alertLaunchImage, soundName: soundName,
                desiredKeys: list(desiredKeys), shouldBadge: shouldBadge ? true : nil,
                shouldSendContentAvailable: shouldSendContentAvailable ? true : nil,
                shouldSendMutableContent: shouldSendMutableContent ? true : nil, category: category,
                collapseIDKey: collapseIDKey))
    }

    /// Everything there is to say.
    var content: Content { state.withLock { $0 } }

    private func get<T>(_ path: KeyPath<Content, T> & Sendable) -> T {
        state.withLock { $0[keyPath: path] }
    }
    private func set<T>(_ path: WritableKeyPath<Content, T> & Sendable, _ value: T) {
        state.withLock { $0[keyPath: path] = value }
    }

    /// The text of the alert.
    open var alertBody: String? {
        get { get(\.alertBody) }
        set { set(\.alertBody, newValue) }
    }
    /// The key of the alert's text in the app's translations.
    open var alertLocalizationKey: String? {
        get { get(\.alertLocalizationKey) }
        set { set(\.alertLocalizationKey, newValue) }
    }
    /// Fields of the record whose values go into the alert's text.
    open var alertLocalizationArgs: [CKRecord.FieldKey]? {
        get { get(\.alertLocalizationArgs) }
        set { set(\.alertLocalizationArgs, newValue) }
    }
    /// The title of the alert.
    open var title: String? {
        get { get(\.title) }
        set { set(\.title, newValue) }
    }
    /// The key of the title in the app's translations.
    open var titleLocalizationKey: String? {
        get { get(\.titleLocalizationKey) }
        set { set(\.titleLocalizationKey, newValue) }
    }
    /// Fields of the record whose values go into the title.
    open var titleLocalizationArgs: [CKRecord.FieldKey]? {
        get { get(\.titleLocalizationArgs) }
        set { set(\.titleLocalizationArgs, newValue) }
    }
    /// The subtitle of the alert.
    open var subtitle: String? {
        get { get(\.subtitle) }
        set { set(\.subtitle, newValue) }
    }
    /// The key of the subtitle in the app's translations.
    open var subtitleLocalizationKey: String? {
        get { get(\.subtitleLocalizationKey) }
        set { set(\.subtitleLocalizationKey, newValue) }
    }
    /// Fields of the record whose values go into the subtitle.
    open var subtitleLocalizationArgs: [CKRecord.FieldKey]? {
        get { get(\.subtitleLocalizationArgs) }
        set { set(\.subtitleLocalizationArgs, newValue) }
    }
    /// The key of the button's text in the app's translations.
    open var alertActionLocalizationKey: String? {
        get { get(\.alertActionLocalizationKey) }
        set { set(\.alertActionLocalizationKey, newValue) }
    }
    /// The picture shown while the app starts.
    open var alertLaunchImage: String? {
        get { get(\.alertLaunchImage) }
        set { set(\.alertLaunchImage, newValue) }
    }
    /// The name of the sound that comes with the alert; nil is none.
    open var soundName: String? {
        get { get(\.soundName) }
        set { set(\.soundName, newValue) }
    }
    /// Fields of the record that come with the notification; three at most on Apple's systems.
    ///
    /// A field that does not fit into 32,768 bytes with those before it is left out, and the
    /// notification's ``CKNotification/isPruned`` is true: fetch the record.
    open var desiredKeys: [CKRecord.FieldKey]? {
        get { get(\.desiredKeys) }
        set { set(\.desiredKeys, newValue) }
    }
    /// Whether the app's badge goes up.
    open var shouldBadge: Bool {
        get { get(\.shouldBadge) ?? false }
        set { set(\.shouldBadge, newValue) }
    }
    /// Whether the app is woken to fetch what is new.
    open var shouldSendContentAvailable: Bool {
        get { get(\.shouldSendContentAvailable) ?? false }
        set { set(\.shouldSendContentAvailable, newValue) }
    }
    /// Whether the app may change what is shown.
    open var shouldSendMutableContent: Bool {
        get { get(\.shouldSendMutableContent) ?? false }
        set { set(\.shouldSendMutableContent, newValue) }
    }
    /// The category of the notification's actions.
    open var category: String? {
        get { get(\.category) }
        set { set(\.category, newValue) }
    }
    /// What a later notification replaces an earlier one by.
    open var collapseIDKey: String? {
        get { get(\.collapseIDKey) }
        set { set(\.collapseIDKey, newValue) }
    }

    // MARK: Equality, copying, archives

    /// Whether both show the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CKNotificationInfo)?.content == content
    }

    /// A hash in accord with equality.
    open override var hash: Int { content.hashValue }

    /// The same again, changing on its own.
    open func copy(with zone: NSZone? = nil) -> Any { CKNotificationInfo(content) }

    /// Takes part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads what an archive holds; nil where it holds none.
    public required convenience init?(coder: NSCoder) {
        guard let content = Content.from(coder.object("Content")) else { return nil }
        self.init(content)
    }

    /// Writes the whole content to an archive, as JSON.
    open func encode(with coder: NSCoder) {
        coder.encode(content.data as NSData?, forKey: "Content")
    }
}
