package import Foundation
package import RecordCore

/// One thing that a move copies: as much as one row says, without the numbers that each engine
/// assigns itself.
package struct MoveItem: Sendable {
    /// What it is.
    package enum Content: Sendable {
        /// A database: its change counter, and the greatest token of a removed tombstone.
        case database(counter: Int64, purged: Int64)
        /// A zone, living or deleted.
        case zone(token: Int64, born: Int64, deleted: Int64?)
        /// A user that sees a zone beside its owner, or did.
        case participant(permission: String, token: Int64)
        /// A record; without one it is what is left of a deleted one, or is damaged.
        case record(type: String, token: Int64?, deleted: Int64?, Record?)
        /// A user or record that joined a share or left it.
        case share(type: String, isPresent: Bool, token: Int64)
        /// What a service keeps.
        case service(Data)
        /// The content of an asset, and whether it is all there.
        case asset(isWhole: Bool)
    }

    /// Where it stands.
    package let key: MoveKey
    /// What it is.
    package let content: Content
    /// SHA-256 of both, the same on every engine.
    package let digest: Data
    /// About how many bytes it has.
    package let size: Int

    /// An item.
    package init(_ key: MoveKey, _ content: Content) {
        self.key = key
        self.content = content
        var encoder = MoveEncoder()
        encoder.add(key.parts.count)
        for part in key.parts { encoder.add(part) }
        encoder.add(content)
        digest = encoder.digest
        size = encoder.size
    }

    /// What kinds of things there are, as people call them.
    package enum Kind: String, CaseIterable, Sendable {
        case databases, zones, participants, records, deletions, shares
        case service = "service entries"
        case assets
    }

    /// Its kind.
    package var kind: Kind {
        switch content {
        case .database: .databases
        case .zone: .zones
        case .participant: .participants
        case .record(_, _, let deleted, _): deleted == nil ? .records : .deletions
        case .share: .shares
        case .service: .service
        case .asset: .assets
        }
    }
}

/// Some things in the order of a move.
package struct MovePage: Sendable {
    /// The things.
    package var items: [MoveItem]
    /// Whether nothing comes behind them.
    package var isLast: Bool
}

/// What becomes of one thing at the place that is moved to.
package struct MoveChange: Sendable {
    /// What is there; nil where nothing is.
    package let old: MoveItem?
    /// What is to be there; nil for nothing.
    package let new: MoveItem?
    /// A file with the content, where it is an asset's.
    package var file: URL?

    /// A change.
    package init(from old: MoveItem?, to new: MoveItem?) {
        self.old = old
        self.new = new
    }
}
