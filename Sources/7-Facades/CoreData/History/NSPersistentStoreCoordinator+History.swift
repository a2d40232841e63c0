import Foundation
import ObjectCore

extension NSPersistentStoreCoordinator {
    /// Posts `NSPersistentStoreRemoteChange` for the stores from now on, whatever their options say.
    package final func postRemoteChanges() {
        for store in persistentStores { RemoteChange.watch(store, isAsked: true) }
    }

    /// The place after the last transaction of stores; nil where none of them keeps a history.
    ///
    /// - Parameter stores: The stores; nil for all of the coordinator's.
    public func currentPersistentHistoryToken(
        fromStores stores: [Any]?
    ) -> NSPersistentHistoryToken? {
        let asked = stores.map { $0.compactMap { $0 as? NSPersistentStore } } ?? persistentStores
        var places: [String: Int64] = [:]
        for store in asked {
            // The method cannot throw; a store that cannot be read has no place.
            guard let token = try? store.objects.historyToken(),
                token > 0 || store.options?.isOn(NSPersistentHistoryTrackingKey) == true
            else { continue }
            places[store.link.identifier] = token
        }
        return places.isEmpty ? nil : NSPersistentHistoryToken(places)
    }
}
