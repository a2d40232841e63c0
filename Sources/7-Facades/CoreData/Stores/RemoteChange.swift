import Foundation
import ObjectCore
import Stores
import Synchronization

/// A store that saved, and where its history stands.
struct StoreToken {
    let store: NSPersistentStore
    let token: Int64
}

/// Posts the notifications of changes of stores: for the coordinator that made them and for all others
/// of the process that have the same file open, each where its options ask for it.
///
/// Saves of other processes are found by reading the last token of the history twice a second, while
/// the options of an open store ask for it. The mirror of such a store sends them.
enum RemoteChange {
    /// An open store, with what saves on other threads may read of it.
    private struct Watched {
        weak var store: NSPersistentStore?
        weak var coordinator: NSPersistentStoreCoordinator?
        /// Whether the options of the store ask for notifications.
        let isAsked: Bool
        /// The file that others may have open too, as it was when the store was opened.
        let file: String?
    }

    /// What is known of the history of a file.
    private struct FileState {
        /// The last transaction that was posted.
        var told: Int64
        /// The last that was read.
        var seen: Int64
        /// The last that was posted as another process's.
        var found: Int64 = 0
    }

    private struct State {
        var open: [Watched] = []
        var files: [String: FileState] = [:]
        var isLooking = false
        /// Whether a store was opened since the last look began.
        var isNew = false
    }

    private static let state = Mutex(State())
    private static let queue = DispatchQueue(label: "NSPersistentStoreRemoteChange", qos: .utility)
    private static let pause = DispatchTimeInterval.milliseconds(500)

    /// Registers a store for notifications of changes that other stores make to its file.
    ///
    /// - Parameter isAsked: Whether they are posted whatever the options of the store say.
    static func watch(_ store: NSPersistentStore, isAsked: Bool = false) {
        // What is loaded under the lock must not go under it.
        let watched = Watched(
            store: store, coordinator: store.owner,
            isAsked: isAsked
                || store.options?.isOn(NSPersistentStoreRemoteChangeNotificationPostOptionKey)
                    == true,
            file: place(of: store))
        // A history that cannot be read now is read at the next look.
        let token = watched.isAsked ? try? store.objects.historyToken() : nil
        let (alive, begins) = state.withLock { state in
            let alive = state.open.map(\.store)
            state.open =
                zip(state.open, alive).filter { $0.1 != nil && $0.1 !== store }.map(\.0)
                + [watched]
            if let file = watched.file, let token, state.files[file] == nil {
                state.files[file] = FileState(told: token, seen: token)
            }
            guard watched.isAsked, watched.file != nil else { return (alive, false) }
            state.isNew = true
            defer { state.isLooking = true }
            return (alive, !state.isLooking)
        }
        withExtendedLifetime(alive) {}
        if begins { lookLater() }
    }

    /// Ends the notifications for a store that is closed.
    static func unwatch(_ store: NSPersistentStore) {
        let alive = state.withLock { state in
            let alive = state.open.map(\.store)
            state.open = zip(state.open, alive).filter { $0.1 != nil && $0.1 !== store }.map(\.0)
            return alive
        }
        withExtendedLifetime(alive) {}
    }

    /// Posts what this process saved; token 0 where no history is kept.
    ///
    /// - Parameter isOwn: Whether a program saved, and not a mirror, which has nothing to send then.
    static func post(_ changed: NSPersistentStore, _ token: Int64, isOwn: Bool = true) {
        let all = watched()
        let file = all.first { $0.store === changed }?.file
        for open in all where isOwn && (open.store === changed || file != nil && open.file == file)
        {
            open.store?.savedHere.withLock { $0 }?()
        }
        let isTold = state.withLock { state in
            guard let file, token > 0, var current = state.files[file] else { return false }
            current.told = max(current.told, token)
            state.files[file] = current
            return token <= current.found
        }
        if !isTold { tell(of: file, changed, token) }
    }

    private static func tell(of file: String?, _ changed: NSPersistentStore?, _ token: Int64) {
        for open in watched() where open.isAsked {
            guard let store = open.store, let coordinator = open.coordinator,
                store === changed || (file != nil && open.file == file)
            else { continue }
            var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.link.identifier]
            info[NSPersistentStoreURLKey] = store.url
            info[NSPersistentHistoryTokenKey] =
                token > 0 ? NSPersistentHistoryToken([store.link.identifier: token]) : nil
            NotificationCenter.default.post(
                name: .NSPersistentStoreRemoteChange, object: coordinator, userInfo: info)
        }
    }

    /// A copy, whose references keep the stores while it is read.
    private static func watched() -> [(
        store: NSPersistentStore?, coordinator: NSPersistentStoreCoordinator?, isAsked: Bool,
        file: String?
    )] {
        state.withLock { $0.open.map { ($0.store, $0.coordinator, $0.isAsked, $0.file) } }
    }

    // MARK: Other processes

    private static func lookLater() { queue.asyncAfter(deadline: .now() + pause) { look() } }

    private static func look() {
        state.withLock { $0.isNew = false }
        var looked: Set<String> = []
        for open in watched() where open.isAsked {
            // A history that cannot be read now is read at the next look.
            guard let store = open.store, let file = open.file, looked.insert(file).inserted,
                let token = try? store.objects.historyToken()
            else { continue }
            guard isForeign(token, of: file) else { continue }
            // A mirror sends it, where this process has the container and the other one has not.
            for other in watched() where other.file == file {
                other.store?.savedHere.withLock { $0 }?()
            }
            tell(of: file, nil, token)
        }
        let goesOn = state.withLock { state in
            state.isLooking = state.isNew || !looked.isEmpty
            if !state.isNew { state.files = state.files.filter { looked.contains($0.key) } }
            return state.isLooking
        }
        if goesOn { lookLater() }
    }

    /// Whether another process saved the last transaction.
    ///
    /// A new one is posted at the second look: by then a save of this process has posted its own.
    private static func isForeign(_ token: Int64, of file: String) -> Bool {
        state.withLock { state in
            guard var current = state.files[file] else {
                state.files[file] = FileState(told: token, seen: token)
                return false
            }
            let isForeign = current.seen > current.told
            if isForeign { (current.told, current.found) = (token, token) }
            current.seen = token
            state.files[file] = current
            return isForeign
        }
    }

    /// Whether a store of this process, but for some, has the file, or the schema at a server.
    static func isOpen(_ place: String, but own: [NSPersistentStore]) -> Bool {
        watched().contains { open in
            guard let store = open.store, open.file ?? wholeFile(of: store) == place else {
                return false
            }
            return !own.contains { $0 === store }
        }
    }

    /// The file, or the schema at a server, that two stores may share.
    static func place(of store: NSPersistentStore) -> String? {
        place(store.type, store.url)
    }

    /// The file, or the schema at a server, of a store of a type at a URL.
    static func place(_ type: String, _ url: URL?) -> String? {
        guard type == NSSQLiteStoreType, let url, url.path != "/dev/null" else { return nil }
        return url.isFileURL ? file(url) : url.absoluteString
    }

    /// The file of an atomic store, which no history is kept of; nil where it has none.
    static func wholeFile(of store: NSPersistentStore) -> String? {
        guard store is NSAtomicStore, let url = store.url, url.isFileURL, url.path != "/dev/null"
        else { return nil }
        return file(url)
    }

    /// The file to which a URL leads.
    static func file(_ url: URL) -> String {
        URL(fileURLWithPath: StoreFile.target(of: url.standardizedFileURL.path))
            .resolvingSymlinksInPath().path
    }
}
