import Foundation
package import RecordCore
package import RecordService

/// Tokens and markers: opaque base64 outside.
package enum WireTokens {
    /// The `syncToken` of a place among changes.
    package static func text(_ token: ChangeToken) -> String { token.data.base64EncodedString() }

    /// The place among changes that a `syncToken` stands for.
    ///
    /// - Throws: `BAD_REQUEST` "Unknown sync continuation type" where it is garbled; an item's
    ///   error, which stands in the zone's entry.
    package static func token(_ text: String) throws(WireError) -> ChangeToken {
        guard let data = Data(base64Encoded: text), let token = ChangeToken(data: data) else {
            throw WireError(
                .badRequest, "Unknown sync continuation type", concernsItem: true)
        }
        return token
    }

    /// The `continuationMarker` of a query's next page.
    package static func text(_ cursor: QueryCursor) -> String {
        cursor.data.base64EncodedString()
    }

    /// The next page that a `continuationMarker` stands for.
    ///
    /// - Throws: `BAD_REQUEST` where it is garbled.
    package static func cursor(_ text: String) throws(WireError) -> QueryCursor {
        guard let data = Data(base64Encoded: text), !data.isEmpty else {
            throw .badRequest("Unknown sync continuation type")
        }
        return QueryCursor(data: data)
    }
}
