import RecordCore
package import RecordJSON
package import RecordService

extension WireError: WireMessage {
    /// Reads the body of a reply that is an error.
    package init(from reader: inout WireReader) throws(WireError) {
        self =
            try WireErrorMembers(from: &reader).error
            ?? WireError(.internalError, "no error was given")
    }

    /// Appends the body of a reply that is this error.
    package func write(to writer: inout JSONWriter) {
        WireErrorMembers(self).write(to: &writer)
    }

    /// The reply that is this error.
    ///
    /// - Parameter uuid: The name of the request.
    package func reply(uuid: String) -> WireReply {
        var named = self
        named.uuid = uuid
        var reply = WireReply(status, json: named.bytes)
        reply.retry(after: retryAfter)
        reply.cause = cause
        return reply
    }
}

extension WireError {
    /// Seconds that a reply asks to wait, as a client can wait them: none below zero, a day at most.
    package static func wait(_ seconds: Double) -> Double {
        seconds.isNaN ? 0 : min(max(seconds, 0), 86_400)
    }
}

extension WireReply {
    /// Adds the header `Retry-After`, in whole seconds; nil adds none.
    package mutating func retry(after seconds: Double?) {
        guard let seconds, seconds.isFinite else { return }
        headers.append(("retry-after", String(Int(min(max(seconds.rounded(.up), 0), 86_400)))))
    }
}

/// The members of an error, or of an entry that may be one.
struct WireErrorMembers: ReplyObject {
    static var blank: Self { Self(nil) }

    var uuid: String?
    var code: String?
    var reason = ""
    var retryAfter: Double?
    var redirectURL: String?
    var exact: ServiceErrorMembers?

    init(_ error: WireError?) {
        guard let error else { return }
        uuid = error.uuid
        code = error.code.rawValue
        reason = error.reason
        retryAfter = error.retryAfter
        redirectURL = error.redirectURL
        exact = error.exact.map { ServiceErrorMembers($0) }
    }

    /// The error; nil where the members are not those of one.
    var error: WireError? {
        guard let code else { return nil }
        var error = WireError(.internalError, reason, retryAfter: retryAfter)
        error.redirectURL = redirectURL
        error.uuid = uuid
        if let known = WireError.Code(rawValue: code) {
            error.code = known
        } else {
            error.reason = reason.isEmpty ? code : "\(code): \(reason)"
        }
        error.exact = exact?.error
        return error
    }

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("uuid", &uuid)
        try m.member("serverErrorCode", &code)
        try m.member("reason", &reason, isWritten: code != nil)
        try m.seconds("retryAfter", &retryAfter)
        try m.member("redirectURL", &redirectURL)
        try m.alias("redirectUrl", &redirectURL)
        try m.member(
            "quarry", &exact, isWritten: exact != nil,
            reading: { reader throws(WireError) in
                guard reader.cursor.kind == .object else {
                    try reader.skip()
                    return nil
                }
                return try ServiceErrorMembers(from: &reader, "quarry")
            },
            writing: { $0?.write(to: &$1) })
    }
}

/// All that a program of ours needs to make the same error: `{"code":14,"serverCode":2004,…}`.
struct ServiceErrorMembers: WireObject {
    static var blank: Self { Self(nil) }

    private var said = ServiceError(.internalError, nil, "")
    private var hasCode: Bool
    private var server: Record?

    init(_ error: ServiceError?) {
        hasCode = error != nil
        if let error { said = error }
        server = error?.conflict?.server
    }

    /// The error; nil where the members are not those of one.
    var error: ServiceError? {
        guard hasCode else { return nil }
        var error = said
        // The client has the other versions of a conflict itself.
        if let server { error.conflict = .init(client: server, server: server) }
        return error
    }

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        hasCode = try m.member("code", &said.code)
        try m.member("serverCode", &said.serverCode)
        try m.member("message", &said.message)
        try m.member("advice", &said.advice)
        try m.seconds("retryAfter", &said.retryAfter)
        try m.member("cause", &said.cause)
        try m.member(
            "context", &said.context, isWritten: !said.context.isEmpty,
            reading: { reader throws(WireError) in try reader.textsByName("context") },
            writing: { $1.append(texts: $0) })
        try m.member(
            "serverRecord", &server, isWritten: server != nil,
            reading: { reader throws(WireError) in
                if try reader.null() { return nil }
                return try WireRecord(from: &reader, zone: nil, isReply: true).read(zone: nil)
            },
            writing: { record, writer in
                guard let record else { return }
                var records = RecordWriter(options: RecordOptions(isExact: true))
                records.write(record, to: &writer)
            })
    }
}

extension ServiceError.Code: WireCode {}

extension ServiceError.Cause: WireWord {
    package var wireName: String {
        switch self {
        case .store(let code): "store." + code.rawValue
        case .query(let code): "query." + code.rawValue
        case .service: "service"
        case .fault: "fault"
        }
    }

    package init?(wireName: String) {
        let parts = wireName.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts[0], parts.dropFirst().first.map(String.init)) {
        case ("service", nil): self = .service
        case ("fault", nil): self = .fault
        case ("store", let name?):
            guard let code = StoreError.Code(rawValue: name) else { return nil }
            self = .store(code)
        case ("query", let name?):
            guard let code = QueryProblem.Code(rawValue: name) else { return nil }
            self = .query(code)
        default: return nil
        }
    }
}

extension WireReader {
    /// An object of texts; members whose names are not UTF-8 are passed over.
    fileprivate mutating func textsByName(_ name: String) throws(WireError) -> [String: String] {
        var texts: [String: String] = [:]
        try members(name) { reader, key throws(WireError) in
            guard let name = key.text else { return try reader.skip() }
            texts[name] = try reader.text(name)
        }
        return texts
    }
}

extension JSONWriter {
    /// Appends seconds: a whole number where it is one.
    mutating func append(seconds: Double) {
        if let whole = Int64(exactly: seconds) {
            append(integer: whole)
        } else {
            append(number: seconds)
        }
    }

    /// Appends an object of texts, in the order of their names.
    fileprivate mutating func append(texts: [String: String]) {
        append(byte: UInt8(ascii: "{"))
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
            append(key: key)
            append(text: text)
            append(byte: UInt8(ascii: ","))
        }
        closeList()
        append(byte: UInt8(ascii: "}"))
    }
}
