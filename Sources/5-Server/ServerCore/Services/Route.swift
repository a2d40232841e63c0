/// Which part of a server a path is for.
enum Route: Hashable, Sendable {
    /// CloudKit Web Services.
    case services
    /// Where assets are sent.
    case upload
    /// Where assets are read.
    case download
    /// Where clients wait for notifications.
    case courier
    /// Where the dashboard and the tool ask.
    case administration
    /// Where people sign in.
    case signIn
    /// Health and pages.
    case other

    init(_ path: String) {
        if path.utf8.starts(with: "/database/".utf8) || path.utf8.starts(with: "/device/".utf8) {
            self = .services
        } else if path.hasPrefix("/assets/upload/") {
            self = .upload
        } else if path.hasPrefix("/assets/download/") {
            self = .download
        } else if path.hasPrefix("/courier/") {
            self = .courier
        } else if path.hasPrefix("/admin/") {
            self = .administration
        } else if path.hasPrefix("/signin") {
            self = .signIn
        } else {
            self = .other
        }
    }

    /// Whether programs in pages of other origins may ask.
    var isForBrowsers: Bool {
        switch self {
        case .services, .upload, .download, .courier: true
        case .administration, .signIn, .other: false
        }
    }

    /// Whether nothing can be answered without the database.
    var needsDatabase: Bool {
        switch self {
        case .services, .upload, .download, .courier, .administration, .signIn: true
        case .other: false
        }
    }

    private static let endpoints: Set<String> = [
        "records/query", "records/modify", "records/lookup", "records/changes",
        "records/resolve", "records/accept", "zones/list", "zones/lookup", "zones/modify",
        "zones/changes", "changes/database", "changes/zone", "subscriptions/list",
        "subscriptions/lookup", "subscriptions/modify", "users/current", "users/caller",
        "users/discover", "users/lookup/email", "users/lookup/id", "users/lookup/contacts",
        "assets/upload", "assets/rereference", "tokens/create", "tokens/register",
    ]

    /// What metrics call it: one of a few names, whatever was sent.
    func label(_ path: String) -> String {
        switch self {
        case .services:
            // What comes after the fifth or sixth slash.
            var left = path.utf8.starts(with: "/device".utf8) ? 5 : 6
            var place = path.utf8.startIndex
            while left > 0 {
                guard let slash = path.utf8[place...].firstIndex(of: UInt8(ascii: "/")) else {
                    return "unknown"
                }
                place = path.utf8.index(after: slash)
                left -= 1
            }
            let name = String(path[place...])
            return Route.endpoints.contains(name) ? name : "unknown"
        case .upload: return "asset-in"
        case .download: return "asset-out"
        case .courier: return "courier"
        case .administration: return "administration"
        case .signIn: return "sign-in"
        case .other: return "other"
        }
    }
}
