/// What joined the shares of a ``MemoryZone`` or left them, found by what it is and by share.
struct MemoryShareBook {
    private var entries: [ShareEntry.Key: [String: ShareEntry]] = [:]
    /// The keys that have an entry in each share.
    private var keys: [Place: Set<ShareEntry.Key>] = [:]
    /// The shares that exist.
    private(set) var shares: Set<String> = []

    private struct Place: Hashable {
        var share: String
        var kind: ShareEntry.Kind
    }

    /// The entries of a key, by share.
    subscript(key: ShareEntry.Key) -> [String: ShareEntry] { entries[key] ?? [:] }

    /// The entries of a kind in one share.
    func entries(of share: String, _ kind: ShareEntry.Kind) -> [ShareEntry] {
        (keys[Place(share: share, kind: kind)] ?? []).compactMap { entries[$0]?[share] }
    }

    /// The keys of a kind with their entries.
    func all(_ kind: ShareEntry.Kind) -> [(ShareEntry.Key, [String: ShareEntry])] {
        entries.filter { $0.key.kind == kind }.map { ($0.key, $0.value) }
    }

    /// Puts an entry where it belongs, or removes the one that is there.
    mutating func set(_ entry: ShareEntry?, _ key: ShareEntry.Key, of share: String) {
        entries[key, default: [:]][share] = entry
        let place = Place(share: share, kind: key.kind)
        if entry == nil { keys[place]?.remove(key) } else { keys[place, default: []].insert(key) }
        guard key.kind == .share else { return }
        if entry?.isPresent == true { shares.insert(share) } else { shares.remove(share) }
    }
}
