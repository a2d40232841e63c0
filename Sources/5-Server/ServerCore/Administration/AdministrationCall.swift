import Accounts
import Foundation
import PredicateCore
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

    /// That nothing answers such a request.
    var unknown: AdministrationError {
        AdministrationError(.notFound, "could not find handler for endpoint")
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

/// The members of an object of JSON; what is of another kind than asked for is refused by name.
struct AdministrationObject: Sendable {
    let members: [String: Value]

    init(_ members: [String: Value]) { self.members = members }

    private func wrong(_ name: String, _ kind: String) -> AdministrationError {
        AdministrationError(.badRequest, "Expected \(kind) for \(name)")
    }

    /// A text; nil where there is none.
    func text(_ name: String, limit: Int = 1000) throws -> String? {
        switch members[name] ?? .null {
        case .null: return nil
        case .text(let text):
            guard text.utf8.count <= limit else {
                throw AdministrationError(
                    .badRequest, "\(name) has at most \(limit) bytes")
            }
            return text
        default: throw wrong(name, "text")
        }
    }

    /// A text that must be there.
    func neededText(_ name: String) throws -> String {
        guard let text = try text(name), !text.isEmpty else {
            throw AdministrationError(
                .badRequest, "BadRequestException: missing required field '\(name)'")
        }
        return text
    }

    /// A whole number.
    func number(_ name: String) throws -> Int? {
        switch members[name] ?? .null {
        case .null: return nil
        case .int(let number): return Int(number)
        case .double(let number) where number.rounded() == number && abs(number) < 1e15:
            return Int(number)
        default: throw wrong(name, "a whole number")
        }
    }

    /// A number.
    func double(_ name: String) throws -> Double? {
        switch members[name] ?? .null {
        case .null: return nil
        case .int(let number): return Double(number)
        case .double(let number): return number
        default: throw wrong(name, "a number")
        }
    }

    /// A truth value; false where there is none.
    func isOn(_ name: String) throws -> Bool {
        switch members[name] ?? .null {
        case .null: return false
        case .int(let number): return number != 0
        default: throw wrong(name, "true or false")
        }
    }

    /// An object.
    func object(_ name: String) throws -> AdministrationObject? {
        switch members[name] ?? .null {
        case .null: return nil
        case .dictionary(let members): return AdministrationObject(members)
        default: throw wrong(name, "an object")
        }
    }

    /// Objects in order.
    func objects(_ name: String, limit: Int) throws -> [AdministrationObject]? {
        try list(name, limit: limit, of: "objects") {
            if case .dictionary(let members) = $0 { AdministrationObject(members) } else { nil }
        }
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
        switch members[name] ?? .null {
        case .null: return nil
        case .list(let list):
            guard list.count <= limit else {
                throw AdministrationError(
                    .badRequest, "\(name) has at most \(limit) members")
            }
            return try list.map {
                guard let member = member($0) else { throw wrong(name, "a list of \(kind)") }
                return member
            }
        default: throw wrong(name, "a list of \(kind)")
        }
    }
}
