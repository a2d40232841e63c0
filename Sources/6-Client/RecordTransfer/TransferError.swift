import Foundation
package import RecordCore
import RecordService
package import WebServices

/// Why a transfer stops, in words for the person who began it.
package struct TransferError: Error {
    /// What is wrong, as a sentence without its stop.
    package let message: String
    /// What to do about it.
    package let advice: String?
    /// Whether the transfer was asked for wrongly; otherwise one of its ends fails.
    package let isRequest: Bool
    /// What the store said, where it was the store.
    package let cause: StoreError?
    /// What the server said, where it was the server.
    let code: WireError.Code?

    init(
        _ message: String, advice: String? = nil, isRequest: Bool = false,
        cause: StoreError? = nil, code: WireError.Code? = nil
    ) {
        self.message = message
        self.advice = advice
        self.isRequest = isRequest
        self.cause = cause
        self.code = code
    }

    /// Throws where a zone that was asked for is none of those that there are.
    static func check(_ zone: String?, among zones: [ZoneID]) throws(TransferError) {
        guard let zone, zone != ZoneID.defaultName, !zones.contains(where: { $0.name == zone })
        else { return }
        let names = Set(zones.map(\.name)).sorted().joined(separator: ", ")
        throw TransferError(
            "There is no zone \(zone)", advice: "There are: \(names).", isRequest: true)
    }

    /// A file that the system does not write; reads `errno`.
    init(unwritable path: String) {
        self.init("\(path): cannot be written: \(String(cString: strerror(errno)))")
    }

    /// A file that the system does not read; reads `errno`.
    init(unreadable path: String) {
        self.init("\(path): cannot be read: \(String(cString: strerror(errno)))")
    }
}

extension TransferError {
    /// What a server says against a request, for the person who asked.
    package init(_ error: WireError, doing what: String? = nil) {
        let words = what.map { "\($0): " } ?? ""
        var advice = error.exact?.advice
        switch error.code {
        case .authenticationRequired:
            advice =
                "Private databases ask for a web-auth token."
                + (error.redirectURL.map { " Sign in at \($0)" } ?? "")
        case .authenticationFailed, .signInFailed:
            advice = advice ?? "A token ended, or a key is not known there."
        case .badRequest where error.reason.contains("recordName' is not marked queryable"):
            advice =
                "Add a QUERYABLE index on recordName to the type; "
                + "without it the type's records cannot be listed."
        case .accessDenied, .atomicError, .badRequest, .changeTokenExpired, .conflict, .exists,
            .internalError, .notFound, .quotaExceeded, .throttled, .tryAgainLater,
            .validatingReference, .uniqueField, .zoneNotFound:
            break
        }
        self.init(
            "\(words)\(error.reason) (\(error.code.rawValue))", advice: advice, code: error.code)
    }
}
