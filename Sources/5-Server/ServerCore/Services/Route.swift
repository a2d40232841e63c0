import WebServices

/// Which part of a server a path is for.
enum Route: CaseIterable, Hashable, Sendable {
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
        if path.hasPrefix("/database/") || path.hasPrefix("/device/") {
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

    /// What metrics call it: one of a few names, whatever was sent.
    ///
    /// - Parameter path: The path, where it is one of CloudKit Web Services.
    func label(_ path: EndpointPath?) -> String {
        switch self {
        case .services: path.flatMap(Endpoints.name) ?? "unknown"
        case .upload: "asset-in"
        case .download: "asset-out"
        case .courier: "courier"
        case .administration: "administration"
        case .signIn: "sign-in"
        case .other: "other"
        }
    }
}
