import Foundation
import PredicateCore
import RecordCore
import RecordJSON
import RecordService
import WebServices

/// Why the administration did not do what it was asked.
///
///     {"uuid": "…", "serverErrorCode": "BAD_REQUEST", "reason": "Expected a value, found AND.",
///      "quarry": {"offset": 12, "message": "Expected a value, found AND."}}
struct AdministrationError: Error {
    /// What went wrong.
    var code: WireError.Code
    /// The sentence.
    var reason: String
    /// What else the caller can use.
    var details: [(String, OrderedJSON)] = []
    /// Seconds after which to try again.
    var retryAfter: Double?
    /// The methods of a path that was asked with another one: the status is 405.
    var allowedMethods: [String] = []
    /// What went wrong underneath, for the operator's log.
    var cause: String?

    init(
        _ code: WireError.Code, _ reason: String, advice: String? = nil,
        details: [(String, OrderedJSON)] = []
    ) {
        self.code = code
        self.reason = reason
        self.details = details
        if let advice { self.details.append(("advice", .text(advice))) }
    }

    /// A call lacks what it must have.
    static func missing(
        _ name: String, details: [(String, OrderedJSON)] = []
    ) -> AdministrationError {
        AdministrationError(
            .badRequest, "BadRequestException: missing required field '\(name)'", details: details)
    }

    /// What `If-Match` names is no longer what there is.
    static func changedMeanwhile(_ what: String) -> AdministrationError {
        AdministrationError(
            .conflict, "The \(what) were changed meanwhile", advice: "Read them again.")
    }

    /// The reply.
    func reply(to request: WireRequest) -> WireReply {
        let json = OrderedJSON.present([
            "uuid": .text(request.id.text), "serverErrorCode": .text(code.rawValue),
            "reason": .text(reason), "retryAfter": .double(retryAfter),
            "quarry": .object([("message", .text(reason))] + details),
        ])
        var reply = WireReply(allowedMethods.isEmpty ? code.status : 405, json: json.bytes)
        if !allowedMethods.isEmpty {
            reply.headers.append(("allow", allowedMethods.joined(separator: ", ")))
        }
        reply.retry(after: retryAfter)
        reply.cause = cause
        return reply
    }

    /// Any error, as the administrator sees it.
    init(_ error: any Error) {
        switch error {
        case let error as AdministrationError: self = error
        case let error as ParseError: self.init(error)
        case let error as QueryProblem: self.init(error, in: nil)
        case let error as SchemaParseError: self.init(.badRequest, error.description)
        case let error as JSONError:
            self.init(
                .badRequest, error.description, details: [("offset", .int(Int64(error.offset)))])
        case let error as ContainerRegistry.Refusal: self.init(error)
        case let error as WireError: self.init(error)
        default:
            let error = ServiceError(error).ofServer
            self.init(WireError(error))
            cause = error.logged
        }
    }

    private init(_ error: WireError) {
        self.init(error.code, error.reason)
        retryAfter = error.retryAfter
        cause = error.cause
        guard let exact = error.exact else { return }
        details.append(("code", .int(Int64(exact.code.rawValue))))
        if let code = exact.serverCode { details.append(("serverCode", .int(Int64(code)))) }
        if let advice = exact.advice { details.append(("advice", .text(advice))) }
        if case .store(let code) = exact.cause { details.append(("store", .text(code.rawValue))) }
        if !exact.context.isEmpty {
            details.append(
                (
                    "context",
                    .object(
                        exact.context.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })
                ))
        }
    }

    private init(_ refusal: ContainerRegistry.Refusal) {
        switch refusal {
        case .unknownContainer(let name):
            self.init(.notFound, "No container is called \(name)")
        case .invalidName:
            self.init(
                .badRequest, "No container may have this name",
                advice: "A name has 1 to 200 characters, none of them a control character.")
        case .exists(let name): self.init(.exists, "The container \(name) exists already")
        case .environmentNotServed: self.init(.notFound, "This environment is not served here")
        case .tooMany:
            self.init(.quotaExceeded, "No more containers are made by asking for them")
        case .closed: self.init(.tryAgainLater, "The server is closing")
        case .settingsNotKept:
            self.init(
                .badRequest, "Only a server that keeps nothing takes settings of a container")
        }
    }

    /// What is wrong with the text of a predicate, and where.
    init(_ error: ParseError) {
        let bytes = Array(error.format.utf8)
        let start = min(max(error.offset, 0), bytes.count)
        self.init(
            .badRequest, error.message,
            details: [
                ("kind", .text("predicate")), ("code", .text(error.code.rawValue)),
                ("offset", .int(Int64(start))),
                ("utf16Offset", .int(Int64(QueryPlaces.utf16(bytes, start)))),
                ("utf16Length", .int(Int64(QueryPlaces.wordLength(bytes, from: start)))),
            ])
    }

    /// What is wrong with a query, and where, as far as its text shows it.
    init(_ problem: QueryProblem, in format: String?) {
        self.init(
            .badRequest, problem.message,
            details: [("kind", .text("query")), ("code", .text(problem.code.rawValue))])
        if let advice = problem.advice { details.append(("advice", .text(advice))) }
        guard let part = problem.part else { return }
        details.append(("part", .text(part)))
        guard let format, let range = QueryPlaces.range(of: part, in: format) else { return }
        let before = format[..<range.lowerBound]
        details += [
            ("offset", .int(Int64(before.utf8.count))),
            ("utf16Offset", .int(Int64(before.utf16.count))),
            ("utf16Length", .int(Int64(format[range].utf16.count))),
        ]
    }
}

/// Where in a text a part of a query stands, for pages that mark it.
package enum QueryPlaces {
    /// UTF-16 units before a byte.
    package static func utf16(_ bytes: [UInt8], _ offset: Int) -> Int {
        String(decoding: bytes[..<offset], as: UTF8.self).utf16.count
    }

    /// UTF-16 units of the word at a place; 1 where none begins there.
    package static func wordLength(_ bytes: [UInt8], from start: Int) -> Int {
        let rest = String(decoding: bytes[start...].prefix(200), as: UTF8.self)
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        return max(word.utf16.count, 1)
    }

    /// The part as it is printed, else its first name as a whole word.
    package static func range(of part: String, in format: String) -> Range<String.Index>? {
        if let range = format.range(of: part) { return range }
        if let range = format.range(of: part, options: .caseInsensitive) { return range }
        func isWord(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_" || character == "."
        }
        let reserved: Set<String> = ["ANY", "ALL", "NONE", "NOT", "SOME", "SUBQUERY"]
        let words = part.split { !isWord($0) }.filter { !reserved.contains($0.uppercased()) }
        for word in words.prefix(3) {
            var start = format.startIndex
            while let range = format.range(of: word, range: start..<format.endIndex) {
                let before =
                    range.lowerBound == format.startIndex
                    || !isWord(format[format.index(before: range.lowerBound)])
                let after = range.upperBound == format.endIndex || !isWord(format[range.upperBound])
                if before, after { return range }
                start = range.upperBound
            }
        }
        return nil
    }
}
