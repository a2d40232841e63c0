import Foundation
internal import PredicateCore

/// How far each zone was fetched, in the order of the zones' names.
///
/// Each change of a state gives a serialization, which has them in this order: they are not sorted for it.
struct ZoneTokens {
    /// The tokens with their zones.
    private(set) var all: [CKSyncEngine.State.ZoneToken] = []

    subscript(zone: CKRecordZone.ID) -> CKServerChangeToken? {
        get {
            let (index, isThere) = find(CKSyncEngine.State.ZoneName(zone))
            return isThere ? CKServerChangeToken(data: all[index].token) : nil
        }
        set {
            let name = CKSyncEngine.State.ZoneName(zone)
            switch (find(name), newValue) {
            case ((let index, true), let token?): all[index].token = token.data
            case ((let index, true), nil): all.remove(at: index)
            case ((let index, false), let token?):
                all.insert(CKSyncEngine.State.ZoneToken(zone: name, token: token.data), at: index)
            case ((_, false), nil): break
            }
        }
    }

    /// Where a zone is, or would be.
    private func find(_ zone: CKSyncEngine.State.ZoneName) -> (index: Int, isThere: Bool) {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].zone.comes(before: zone) { low = middle + 1 } else { high = middle }
        }
        return (low, low < all.count && all[low].zone.isSame(as: zone))
    }
}

extension CKSyncEngine.State.ZoneName {
    fileprivate func isSame(as other: Self) -> Bool {
        name.hasSameBytes(as: other.name) && owner.hasSameBytes(as: other.owner)
    }

    /// Byte by byte, as zones are compared elsewhere.
    fileprivate func comes(before other: Self) -> Bool {
        name.hasSameBytes(as: other.name)
            ? owner.utf8.lexicographicallyPrecedes(other.owner.utf8)
            : name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
}
