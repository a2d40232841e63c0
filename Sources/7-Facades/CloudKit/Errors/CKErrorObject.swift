import Foundation

/// An error of CloudKit's domain as an object; it prints as Apple's does.
///
///     <CKError 0x7f…: "Invalid Arguments" (12/2015); server message = "Field 'x' is not marked queryable">
final class CKErrorObject: NSError, @unchecked Sendable {
    // Unchecked: what is in userInfo is only read.

    override var description: String {
        let known = CKError.Code(rawValue: code)
        let title = known?.title ?? "Unknown Error"
        let sub =
            (userInfo[NSUnderlyingErrorKey] as? NSError).map {
                $0.domain == CKErrorObject.internalDomain
                    ? "/\($0.code)" : "/\($0.domain):\($0.code)"
            } ?? ""
        var parts = ["<CKError \(address(of: self)): \"\(title)\" (\(code)\(sub))"]
        if let message = userInfo[CKErrorObject.serverMessageKey] as? String {
            parts.append("server message = \"\(message)\"")
        } else if let message = userInfo[NSLocalizedDescriptionKey] as? String {
            parts.append("\"\(message)\"")
        }
        if let seconds = (userInfo[CKErrorRetryAfterKey] as? NSNumber)?.doubleValue {
            parts.append("Retry after \(seconds) seconds")
        }
        if let partial = userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error] {
            let lines = partial.map { "\t\(CKErrorObject.name(of: $0.key)) = \($0.value)\n" }
                .sorted()
            parts.append("partial errors: {\n\(lines.joined())}")
        }
        return parts.joined(separator: "; ") + ">"
    }

    override var debugDescription: String { description }

    static let serverMessageKey = "ServerErrorDescription"
    static let messageKey = "CKErrorDescription"
    static let internalDomain = "CKInternalErrorDomain"

    private static func name(of item: AnyHashable) -> String {
        switch item.base {
        case let id as CKRecord.ID: id.recordName
        case let id as CKRecordZone.ID: id.zoneName
        default: "\(item.base)"
        }
    }
}
