import Foundation
import RecordCore
package import RecordJSON
import RecordService

extension WireError: WireMessage {
    /// Reads the body of a reply that is an error.
    package init(from reader: inout WireReader) throws(WireError) {
        self = try WireError.entry(&reader) ?? WireError(.internalError, "no error was given")
    }

    /// Appends the body of a reply that is this error.
    package func write(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        if let uuid {
            writer.append(raw: #""uuid":"#)
            writer.append(text: uuid)
            writer.append(byte: UInt8(ascii: ","))
        }
        writeMembers(to: &writer)
        writer.append(byte: UInt8(ascii: "}"))
    }

    /// The reply that is this error.
    ///
    /// - Parameter uuid: The name of the request.
    package func reply(uuid: String) -> WireReply {
        var named = self
        named.uuid = uuid
        var reply = WireReply(status, json: named.bytes)
        if let retryAfter, retryAfter.isFinite {
            let seconds = Int(min(max(retryAfter.rounded(.up), 0), 86_400))
            reply.headers.append(("retry-after", String(seconds)))
        }
        return reply
    }

    /// Appends `"serverErrorCode":…,"reason":…` and what else there is.
    func writeMembers(to writer: inout JSONWriter) {
        writer.append(raw: #""serverErrorCode":"#)
        writer.append(text: code.rawValue)
        writer.append(raw: #","reason":"#)
        writer.append(text: reason)
        if let retryAfter {
            writer.append(raw: #","retryAfter":"#)
            writer.append(seconds: retryAfter)
        }
        writer.append(member: #","redirectURL":"#, redirectURL)
        if let exact {
            writer.append(raw: #","quarry":"#)
            exact.write(to: &writer)
        }
    }

    /// Reads an entry; nil when it is none of an error.
    static func entry(_ reader: inout WireReader) throws(WireError) -> WireError? {
        var code: String?
        var error = WireError(.internalError, "")
        var exact: ServiceError?
        try reader.members("entry") { reader, key throws(WireError) in
            switch key {
            case "serverErrorCode": code = try reader.text("serverErrorCode")
            case "reason": error.reason = try reader.text("reason") ?? ""
            case "retryAfter": error.retryAfter = try reader.double("retryAfter")
            case "redirectURL", "redirectUrl": error.redirectURL = try reader.text("redirectURL")
            case "uuid": error.uuid = try reader.text("uuid")
            case "quarry":
                if reader.cursor.kind == .object {
                    exact = try ServiceError(from: &reader)
                } else {
                    try reader.skip()
                }
            default: try reader.skip()
            }
        }
        guard let code else { return nil }
        if let known = Code(rawValue: code) {
            error.code = known
        } else {
            error.reason = error.reason.isEmpty ? code : "\(code): \(error.reason)"
        }
        error.exact = exact
        return error
    }
}

extension ServiceError {
    /// Appends `{"code":14,"serverCode":2004,"message":…}`: all that a program of ours needs to
    /// make the same error of it.
    func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"code":"#)
        writer.append(integer: Int64(code.rawValue))
        if let serverCode {
            writer.append(raw: #","serverCode":"#)
            writer.append(integer: Int64(serverCode))
        }
        writer.append(raw: #","message":"#)
        writer.append(text: message)
        writer.append(member: #","advice":"#, advice)
        if let retryAfter {
            writer.append(raw: #","retryAfter":"#)
            writer.append(seconds: retryAfter)
        }
        writer.append(raw: #","cause":"#)
        writer.append(text: cause.wireName)
        if !context.isEmpty {
            writer.append(raw: #","context":{"#)
            for (key, text) in context.sorted(by: { $0.key < $1.key }) {
                writer.append(key: key)
                writer.append(text: text)
                writer.append(byte: UInt8(ascii: ","))
            }
            writer.closeList()
            writer.append(byte: UInt8(ascii: "}"))
        }
        if let server = conflict?.server {
            writer.append(raw: #","serverRecord":"#)
            var records = RecordWriter(options: RecordOptions(isExact: true))
            records.write(server, to: &writer)
        }
        writer.append(byte: UInt8(ascii: "}"))
    }

    /// Reads what ``write(to:)`` appends; nil of anything else.
    init?(from reader: inout WireReader) throws(WireError) {
        var code: Code?
        var server: Record?
        self.init(.internalError, nil, "")
        try reader.members("quarry") { reader, key throws(WireError) in
            switch key {
            case "code":
                code = try reader.integer("code").flatMap { Code(rawValue: Int(clamping: $0)) }
            case "serverCode":
                serverCode = try reader.integer("serverCode").map { Int(clamping: $0) }
            case "message": message = try reader.text("message") ?? ""
            case "advice": advice = try reader.text("advice")
            case "retryAfter": retryAfter = try reader.double("retryAfter")
            case "cause": cause = try reader.text("cause").flatMap { Cause(wireName: $0) } ?? cause
            case "context":
                try reader.members("context") { reader, key throws(WireError) in
                    guard let name = key.text else { return try reader.skip() }
                    context[name] = try reader.text("context")
                }
            case "serverRecord":
                if try reader.null() { return }
                server = try WireRecord(from: &reader, zone: nil, isReply: true).read(zone: nil)
            default: try reader.skip()
            }
        }
        guard let code else { return nil }
        self.code = code
        // The client has the other versions of a conflict itself.
        if let server { conflict = Conflict(client: server, server: server) }
    }
}

extension ServiceError.Cause {
    var wireName: String {
        switch self {
        case .store(let code): "store." + code.rawValue
        case .query(let code): "query." + code.rawValue
        case .service: "service"
        case .fault: "fault"
        }
    }

    init?(wireName: String) {
        switch wireName {
        case "service": self = .service
        case "fault": self = .fault
        case _ where wireName.hasPrefix("store."):
            guard let code = StoreError.Code(rawValue: String(wireName.dropFirst(6))) else {
                return nil
            }
            self = .store(code)
        case _ where wireName.hasPrefix("query."):
            guard let code = QueryProblem.Code(rawValue: String(wireName.dropFirst(6))) else {
                return nil
            }
            self = .query(code)
        default: return nil
        }
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
}
