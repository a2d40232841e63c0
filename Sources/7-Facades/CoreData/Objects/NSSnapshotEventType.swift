/// What happened to a context that makes it worth telling its objects.
///
///     var cachedLength: Int?
///     override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
///         super.awake(fromSnapshotEvents: flags)
///         if !flags.isDisjoint(with: [.undoUpdate, .rollback, .refresh]) { cachedLength = nil }
///     }
public struct NSSnapshotEventType: OptionSet, Sendable {
    /// The bits of the events, with Apple's values.
    public let rawValue: UInt
    /// Events by Apple's number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// An insertion was undone.
    public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
    /// A deletion was undone.
    public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
    /// A change was undone.
    public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
    /// The context dropped changes that were not saved.
    public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
    /// The object was read again, and kept what was changed here.
    public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
    /// A merge policy made it what is to be saved.
    public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}
