import Accounts
import Foundation
import PredicateCore
import RecordCore
import RecordJSON
import WebServices

/// A request to the administration, its path taken apart and its body read.
struct AdministrationCall: Sendable {
    /// As it came.
    let request: WireRequest
    /// The authenticated caller.
    let principal: Principal
    /// The path behind `/admin/1`, part by part, escapes resolved.
    let path: [String]

    /// Bytes of a body that is read into memory.
    static let bodyLimit = 4 << 20

    init(_ request: WireRequest, principal: Principal) throws {
        self.request = request
        self.principal = principal
        let parts = request.path.dropFirst(Administration.prefix.count).split(separator: "/")
        guard request.path.hasPrefix(Administration.prefix + "/"), parts.count <= 8 else {
            throw AdministrationError(.notFound, "could not find handler for endpoint")
        }
        path = try parts.map { part in
            guard let plain = part.removingPercentEncoding else {
                throw AdministrationError(.badRequest, "The path is not escaped as it should be")
            }
            return plain
        }
    }

    var method: String { request.method }

    /// Whether what has an `ETag` may be replaced: `If-Match` names it or is `*`, or there is none.
    func takes(_ tag: String) -> Bool {
        guard let known = request.header("if-match") else { return true }
        // A proxy that compresses makes a tag a weak one.
        return known == "*" || known.contains(tag)
    }

    /// The body, which must fit into memory.
    func bytes() throws -> [UInt8] {
        switch request.body {
        case .bytes(let bytes):
            guard bytes.count <= AdministrationCall.bodyLimit else { throw tooLong }
            return bytes
        case .file(let path, let size):
            guard size <= AdministrationCall.bodyLimit,
                let data = FileManager.default.contents(atPath: path)
            else { throw tooLong }
            return Array(data)
        }
    }

    private var tooLong: AdministrationError {
        AdministrationError(
            .badRequest,
            "The body has at most \(AdministrationCall.bodyLimit >> 20) MB here")
    }

    /// The body as an object of JSON; an empty body is an empty object.
    func object() throws -> AdministrationObject {
        let bytes = try bytes()
        guard !bytes.isEmpty else { return AdministrationObject([:]) }
        guard case .dictionary(let members) = try JSONReader.value(of: bytes) else {
            throw AdministrationError(.badRequest, "Expected an object of JSON")
        }
        return AdministrationObject(members)
    }

    /// A whole number in the query, held within bounds.
    func number(_ name: String, default fallback: Int, in range: ClosedRange<Int>) -> Int {
        let given = request.parameter(name).flatMap { Int($0) } ?? fallback
        return min(max(given, range.lowerBound), range.upperBound)
    }

    /// Whether a switch in the query is on.
    func isOn(_ name: String) -> Bool {
        ["true", "1", "yes"].contains(request.parameter(name) ?? "")
    }
}

extension OrderedJSON {
    /// What names it in `ETag` and `If-Match`.
    var entityTag: String { "\"\(ContentHash.hex(of: Data(bytes)))\"" }
}

/// The members of an object of JSON; what is of another kind than asked for is refused by name.
struct AdministrationObject: Sendable {
    let members: [String: Value]

    init(_ members: [String: Value]) { self.members = members }

    private init?(value: Value) {
        guard case .dictionary(let members) = value else { return nil }
        self.members = members
    }

    /// A member of a kind; nil where there is none.
    ///
    /// - Parameter read: Gives nil of a value of another kind.
    private func member<T>(
        _ name: String, _ kind: String, _ read: (Value) throws -> T?
    ) throws -> T? {
        guard let value = members[name], !value.isNull else { return nil }
        guard let member = try read(value) else {
            throw AdministrationError(.badRequest, "Expected \(kind) for \(name)")
        }
        return member
    }

    /// A text; nil where there is none.
    func text(_ name: String, limit: Int = 1000) throws -> String? {
        let text: String? = try member(name, "text") {
            if case .text(let text) = $0 { text } else { nil }
        }
        if let text, text.utf8.count > limit {
            throw AdministrationError(.badRequest, "\(name) has at most \(limit) bytes")
        }
        return text
    }

    /// A text; nil where there is none, or an empty one.
    func filled(_ name: String, limit: Int = 1000) throws -> String? {
        try text(name, limit: limit).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A text that must be there.
    func neededText(_ name: String) throws -> String {
        guard let text = try filled(name) else { throw AdministrationError.missing(name) }
        return text
    }

    /// A whole number.
    func number(_ name: String) throws -> Int? {
        try member(name, "a whole number") {
            switch $0 {
            case .int(let number): Int(number)
            case .double(let number) where number.rounded() == number && abs(number) < 1e15:
                Int(number)
            default: nil
            }
        }
    }

    /// A number.
    func double(_ name: String) throws -> Double? {
        try member(name, "a number") {
            switch $0 {
            case .int(let number): Double(number)
            case .double(let number): number
            default: nil
            }
        }
    }

    /// A truth value; nil where there is none.
    func flag(_ name: String) throws -> Bool? {
        try member(name, "true or false") {
            if case .int(let number) = $0 { number != 0 } else { nil }
        }
    }

    /// A truth value; false where there is none.
    func isOn(_ name: String) throws -> Bool { try flag(name) ?? false }

    /// An object.
    func object(_ name: String) throws -> AdministrationObject? {
        try member(name, "an object", AdministrationObject.init(value:))
    }

    /// Objects in order.
    func objects(_ name: String, limit: Int) throws -> [AdministrationObject]? {
        try list(name, limit: limit, of: "objects", AdministrationObject.init(value:))
    }

    /// Texts in order.
    func texts(_ name: String, limit: Int) throws -> [String]? {
        try list(name, limit: limit, of: "texts") {
            if case .text(let text) = $0 { text } else { nil }
        }
    }

    private func list<Member>(
        _ name: String, limit: Int, of kind: String, _ member: (Value) -> Member?
    ) throws -> [Member]? {
        try self.member(name, "a list of \(kind)") {
            guard case .list(let list) = $0 else { return nil }
            guard list.count <= limit else {
                throw AdministrationError(.badRequest, "\(name) has at most \(limit) members")
            }
            let members = list.compactMap(member)
            return members.count == list.count ? members : nil
        }
    }
}
