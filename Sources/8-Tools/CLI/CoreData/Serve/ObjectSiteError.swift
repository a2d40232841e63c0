#if Server
import RecordJSON
import Foundation
import ServerCore
import ObjectCore
import PredicateCore
import WebServices

/// Why a request is not answered: what the tool says of the same mistake, with an HTTP status.
struct ObjectSiteError: Error {
    let status: Int
    let message: String
    var advice: String?
    /// Where in a predicate, in UTF-16 units as browsers count.
    var range: Range<Int>?

    init(_ status: Int, _ message: String, advice: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
    }

    /// The error of any module.
    ///
    /// - Parameters:
    ///   - predicate: The text in which the part at fault is looked for.
    ///   - status: 400 for what was asked and 500 for the store where none is said.
    init(_ error: any Error, predicate: String? = nil, status: Int? = nil) {
        if let error = error as? ObjectSiteError {
            self = error
            return
        }
        let failure = Failure(error)
        var message = failure.message
        var part: String?
        switch error {
        case let error as ParseError:
            // The page shows the line with its caret by itself.
            message = error.message
            let bytes = Array(error.format.utf8)
            let offset = min(max(error.offset, 0), bytes.count)
            let start = QueryPlaces.utf16(bytes, offset)
            range = start..<start + QueryPlaces.wordLength(bytes, from: offset)
        case let problem as ObjectProblem: part = problem.part
        default: break
        }
        if let part, let predicate, let found = QueryPlaces.range(of: part, in: predicate) {
            let start = predicate[..<found.lowerBound].utf16.count
            range = start..<start + predicate[found].utf16.count
        }
        self.status = status ?? (failure.status == .usage ? 400 : 500)
        self.message = message
        advice = failure.advice
    }

    /// The error as JSON.
    var reply: WireReply {
        let json: OrderedJSON = [
            "message": .text(message), "advice": .text(advice),
            "utf16Offset": range.map { .number($0.lowerBound) } ?? .text(nil),
            "utf16Length": range.map { .number($0.count) } ?? .text(nil),
        ]
        var reply = WireReply(status, json: json.line)
        reply.headers += ObjectSite.headers
        return reply
    }
}
#endif
