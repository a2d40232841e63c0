import Foundation
import ObjectCore
import Synchronization

/// A store that saved, and where its history stands.
struct StoreToken {
    let store: NSPersistentStore
    let token: Int64
}

/// Tells of changes of stores: to the coordinator that made them and to all others of the program
/// that have the same file open, each where its options ask for it.
enum RemoteChange {
    private struct Watched {
        weak var store: NSPersistentStore?
        /// The file that others may have open too, as it was when the store was opened.
        let file: String?
    }
    private static let open = Mutex<[Watched]>([])

    /// Registers a store for notifications of changes that other stores make to its file.
    static func watch(_ store: NSPersistentStore) {
        // What is loaded under the lock must not go under it.
        let watched = Watched(store: store, file: place(of: store))
        let alive = open.withLock { open in
            let alive = open.map(\.store)
            open = zip(open, alive).filter { $0.1 != nil }.map(\.0) + [watched]
            return alive
        }
        withExtendedLifetime(alive) {}
    }

    static func post(_ changed: NSPersistentStore, _ token: Int64) {
        let all = open.withLock { $0.map { (store: $0.store, file: $0.file) } }
        let file = all.first { $0.store === changed }?.file
        for case (let store?, let its) in all
        where store === changed || (file != nil && its == file) {
            guard let coordinator = store.owner,
                store.options?.isOn(NSPersistentStoreRemoteChangeNotificationPostOptionKey) == true
            else { continue }
            var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.link.identifier]
            info[NSPersistentStoreURLKey] = store.url
            info[NSPersistentHistoryTokenKey] =
                token > 0 ? NSPersistentHistoryToken([store.link.identifier: token]) : nil
            NotificationCenter.default.post(
                name: .NSPersistentStoreRemoteChange, object: coordinator, userInfo: info)
        }
    }

    /// The file, or the schema at a server, that two stores may share.
    private static func place(of store: NSPersistentStore) -> String? {
        guard store.type == NSSQLiteStoreType, let url = store.url, url.path != "/dev/null" else {
            return nil
        }
        guard url.isFileURL else { return url.absoluteString }
        return url.standardizedFileURL.resolvingSymlinksInPath().path
    }
}
