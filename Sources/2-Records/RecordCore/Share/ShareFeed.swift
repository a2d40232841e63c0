/// What a participant sees of a zone from which records are shared, and what became of it.
///
///     let note = ShareEntry(
///         ShareEntry.Key(.record, "note-1"), of: "share-1", type: "Note", isPresent: true,
///         token: 12)
///     let ann = ShareEntry(
///         ShareEntry.Key(.user, "_ann"), of: "share-1", isPresent: true, token: 15)
///     let feed = ShareFeed([ShareFeed.Line(record: note, user: ann, recordToken: 12)])
///     feed.visible                                   // ["note-1"]
///     feed.items(since: 14, last: nil).map(\.token)  // [15]: the note came when Ann joined
public struct ShareFeed: Sendable {
    /// What the share registry says of one record in one share of the user's.
    ///
    ///     var removed = note
    ///     removed.isPresent = false
    ///     removed.token = 30
    ///     let line = ShareFeed.Line(record: removed, user: ann, recordToken: nil)
    ///     ShareFeed([line]).visible  // []
    public struct Line: Sendable {
        /// The record's entry in the share.
        public var record: ShareEntry
        /// The user's entry in the same share.
        public var user: ShareEntry
        /// The token of the record's last change; nil when the record is gone.
        public var recordToken: Int64?

        /// What the registry says.
        public init(record: ShareEntry, user: ShareEntry, recordToken: Int64?) {
            self.record = record
            self.user = user
            self.recordToken = recordToken
        }
    }

    /// A record that came, changed or went.
    ///
    ///     for item in ShareFeed([line]).items(since: 20, last: nil) {
    ///         print(item.name, item.isGone, item.token)  // note-1 true 30
    ///     }
    public struct Item: Hashable, Sendable {
        /// The change token at which the record appeared or disappeared.
        public var token: Int64
        /// The name of the record, unique in its zone.
        public var name: String
        /// The type of the record, as stored.
        public var type: String
        /// Whether the user sees it no longer.
        public var isGone: Bool
    }

    private let lines: [String: [Line]]

    /// What all lines together say.
    public init(_ lines: [Line]) { self.lines = Dictionary(grouping: lines) { $0.record.key.name } }

    /// The names of the records that the user sees.
    public var visible: Set<String> {
        Set(lines.filter { $0.value.contains(where: \.isVisible) }.keys)
    }

    /// What happened after a token, in order; everything that is visible when it is nil.
    ///
    /// Many records can come or go at one token: `last` is the name up to which that of the
    /// token itself was told. In the later pages of a first fetch, what had gone when it `began` is
    /// not told.
    public func items(since token: Int64?, last: String?, began: Int64? = nil) -> [Item] {
        var items: [Item] = []
        for (name, lines) in lines {
            guard let item = ShareFeed.item(name, lines, isFirst: token == nil) else { continue }
            if let token {
                let isNew =
                    item.token > token || (item.token == token && last.map { name > $0 } == true)
                guard isNew, !item.isGone || item.token > began ?? 0 else { continue }
            }
            items.append(item)
        }
        return items.sorted { ($0.token, $0.name) < ($1.token, $1.name) }
    }

    /// Where to go on after a page of items, of a first fetch that `began` at a counter.
    public static func token(
        after page: ArraySlice<Item>, of items: [Item], owner: String, store: String,
        counter: Int64, began: Int64? = nil
    ) -> ChangeToken {
        token(
            after: page, of: items.count, owner: owner, store: store, counter: counter, began: began
        )
    }

    private static func token(
        after page: ArraySlice<Item>, of count: Int, owner: String, store: String, counter: Int64,
        began: Int64?
    ) -> ChangeToken {
        guard page.count < count, let last = page.last else {
            return ChangeToken(store: store, counters: [owner: counter])
        }
        return ChangeToken(
            store: store, counters: [owner: last.token], position: last.name, began: began)
    }

    /// A page of items, which ends after so many of them or bytes of records.
    ///
    /// - Parameters:
    ///   - zone: The zone of the records, as the database keeps it.
    ///   - names: The names that the user sees.
    ///   - record: Reads a record by its name; nil where there is none.
    package static func page(
        of items: ArraySlice<Item>, limit: Int, pageBytes: Int?, in zone: ZoneID, names: OwnerNames,
        store: String, counter: Int64, began: Int64?,
        record: (_ name: String) throws -> Record?
    ) rethrows -> ZoneChanges {
        var changed: [Record] = []
        var deleted: [ZoneChanges.Deletion] = []
        var room = PageRoom(pageBytes)
        var count = 0
        for item in items.prefix(limit) {
            if item.isGone {
                let id = RecordID(item.name, zone: zone)
                deleted.append(ZoneChanges.Deletion(names.seen(id), type: item.type))
            } else if let stored = try record(item.name) {
                let record = names.seen(stored)
                guard room.takes(record) else { break }
                changed.append(record)
            }
            count += 1
        }
        return ZoneChanges(
            changed: changed, deleted: deleted,
            token: token(
                after: items.prefix(count), of: items.count, owner: names.owner, store: store,
                counter: counter, began: began),
            moreComing: count < items.count)
    }

    private static func item(_ name: String, _ lines: [Line], isFirst: Bool) -> Item? {
        let visible = lines.filter(\.isVisible)
        guard visible.isEmpty else {
            let token = visible.reduce(Int64(0)) {
                max($0, $1.recordToken ?? 0, $1.record.token, $1.user.token)
            }
            return Item(
                token: token, name: name, type: visible[0].record.type, isGone: false)
        }
        // The first fetch, without a token, reports no deletions.
        guard !isFirst, let left = lines.compactMap(\.left).max() else { return nil }
        return Item(token: left, name: name, type: lines[0].record.type, isGone: true)
    }
}

extension ShareFeed.Line {
    var isVisible: Bool { record.isPresent && user.isPresent && recordToken != nil }

    /// The token at which the user ceased to see the record; nil if the user never saw it.
    var left: Int64? {
        switch (record.isPresent, user.isPresent) {
        // The record left before the user joined: the user must not learn its name.
        case (false, true): record.token > user.token ? record.token : nil
        case (true, false): user.token > record.token ? user.token : nil
        case (false, false): min(record.token, user.token)
        case (true, true): nil
        }
    }
}
