package import Foundation
package import RecordCore

/// Something that a store has and the server does not: an object, a deletion or a pair.
package struct MirrorChange: Hashable, Sendable {
    /// What became of it.
    package enum Kind: String, Hashable, Sendable {
        /// The server does not have the object.
        case new
        /// Some properties of the object changed.
        case edited
        /// The object went.
        case deleted
        /// Two objects were related from many to many.
        case pair
        /// Two objects were related from many to many, and are not any more.
        case pairDeleted

        /// Whether it is of a pair.
        var isOfPair: Bool {
            switch self {
            case .new, .edited, .deleted: false
            case .pair, .pairDeleted: true
            }
        }
    }

    /// How far it got.
    package enum State: String, Hashable, Sendable {
        /// It is saved, and the mirror did not look at it yet.
        case saved
        /// The mirror sends it with the next request.
        case waiting
        /// It is in a request whose answer is not known.
        case sent
        /// The server refused it; it is sent again when the reason may hold no longer.
        case refused
    }

    /// What became of the object or pair.
    package var kind: Kind
    /// How far it got.
    package var state: State
    /// The entity, of a pair that of its first object.
    package var entity: String
    /// The object's row, of a pair that of its first object; 0 for an object that went.
    package var row: Int64 = 0
    /// The record name; nil for a new object that has none yet.
    package var recordName: String?
    /// The properties that changed, by name; of a pair, its relationship.
    package var properties: [String] = []
    /// The entity and the row of a pair's second object; nil for others, and for one that went.
    package var other: Object?
    /// When the first change of it was saved; nil where that is not known.
    package var since: Date?
    /// Why the server refused it, as ``MirrorPending/refusal``.
    package var refusal: String?
    /// The zone of the share that it is in; nil for none.
    package var zone: ZoneID?

    /// An object by entity and row.
    package struct Object: Hashable, Sendable {
        /// The name of its entity.
        package var entity: String
        /// Its row.
        package var row: Int64
    }
}

/// A refusal of the server, its parts told from each other.
package struct MirrorRefusal: Hashable, Sendable {
    /// The number of Apple's `CKError.Code`.
    package var code: Int
    /// The field that was refused; nil where none was named.
    package var field: String?
    /// The server's sentence.
    package var text: String

    /// Takes the text of ``MirrorPending/refusal`` apart.
    package init(_ refusal: String) {
        let parts = refusal.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let code = Int(parts[0]) else {
            self.code = 0
            text = refusal
            return
        }
        self.code = code
        field = parts[1].isEmpty ? nil : String(parts[1])
        text = String(parts[2])
    }
}
