import Foundation
import ServerCore
import Logging
import NIOCore
import NIOHTTP1
import RecordCore
import Synchronization
import WebServices
import Zlib

extension ConnectionHandler {
    /// Takes in the next part of a request.
    func take(_ part: HTTPServerRequestPart) {
        switch (part, phase) {
        case (.head(let head), .idle): take(head)
        case (.body(let buffer), .reading(let incoming)): take(buffer, incoming)
        case (.end, .reading(let incoming)): finish(incoming)
        default: break  // What follows a refused request.
        }
    }

    private func take(_ head: HTTPRequestHead) {
        var request = wireRequest(head)
        // The decoder reads nothing after a request to upgrade, which we never do.
        let keepsAlive = head.isKeepAlive && !head.headers.contains(name: "upgrade")
        guard hasHost(request, isOld: head.version.minor == 0) else {
            return refuse(
                request,
                .badRequest("an HTTP/1.1 request has one header Host, with the server's name"))
        }
        guard let length = bodyLength(head) else {
            return refuse(request, .badRequest("content-length is not a number"))
        }
        let isChunked = length == 0 && head.headers.contains(name: "transfer-encoding")
        // The decoder undoes chunks alone: what is beneath them would be taken for the body.
        guard
            !isChunked
                || head.headers[canonicalForm: "transfer-encoding"]
                    .allSatisfy({ $0.lowercased() == "chunked" })
        else {
            return refuse(
                request, .badRequest("transfer-encoding is not understood", status: 501))
        }
        if let encoding = request.header("content-encoding"), encoding != "identity",
            encoding != "gzip"
        {
            return refuse(request, .badRequest("content-encoding is not understood", status: 415))
        }
        let limits = state.host.accepts(request)
        var destination: IncomingRequest.Destination
        switch limits {
        case .inMemory(let limit):
            guard length <= Int64(limit) else { return refuse(request, tooLong(limit)) }
            let hasBody = length > 0 || isChunked
            guard !hasBody || state.bodyBytes.load(ordering: .relaxed) < state.options.bodyBytes
            else {
                return refuse(request, .tooMuchAtOnce)
            }
            var bytes: [UInt8] = []
            if length > 0 { bytes.reserveCapacity(Int(min(length, 1 << 20))) }
            destination = .memory(bytes, limit: limit)
        case .inFile(let limit):
            guard length <= limit else { return refuse(request, tooLong(Int(limit))) }
            do {
                destination = .file(try state.host.newBody(for: request), limit: limit)
            } catch let error as WireError {
                return refuse(request, error)
            } catch {
                return refuse(request, noRoom(error))
            }
        }
        // A client of HTTP/1.0 takes 100 for the whole reply.
        if head.version.minor > 0, let expectation = request.header("expect") {
            guard expectation.lowercased() == "100-continue" else {
                return refuse(request, .badRequest("expectation cannot be met", status: 417))
            }
            sendContinue()
            request.headers.removeAll { $0.name == "expect" }
        }
        phase = .reading(
            IncomingRequest(
                request: request, destination: destination, keepsAlive: keepsAlive,
                isOld: head.version.minor == 0,
                deadline: .now() + .milliseconds(Int64(state.options.bodySeconds * 3000))))
        setDeadline(state.options.bodySeconds)
    }

    /// Whether a request says once how it calls the server; HTTP/1.0 may leave it out.
    ///
    /// Two programs on its way might each believe another of two names: RFC 9112, section 3.2.
    private func hasHost(_ request: WireRequest, isOld: Bool) -> Bool {
        var names = 0
        for header in request.headers where header.name == "host" {
            names += 1
            let isName = header.value.utf8.allSatisfy {
                switch $0 {
                case 0...0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"),
                    UInt8(ascii: "@"), UInt8(ascii: "\\"):
                    false
                default: true
                }
            }
            guard isName else { return false }
        }
        return names == 1 || names == 0 && isOld
    }

    private func wireRequest(_ head: HTTPRequestHead) -> WireRequest {
        var headers: [(name: String, value: String)] = []
        headers.reserveCapacity(head.headers.count)
        for (name, value) in head.headers {
            let isLower = name.utf8.allSatisfy { !(0x41...0x5A).contains($0) }
            headers.append((isLower ? name : name.lowercased(), value))
        }
        var uri = head.uri
        var (path, query) = uri.withUTF8 { uri in
            let mark = uri.firstIndex(of: UInt8(ascii: "?")) ?? uri.count
            return (
                String(decoding: uri[..<mark], as: UTF8.self),
                String(decoding: uri[mark...].dropFirst(), as: UTF8.self)
            )
        }
        // `GET http://example.org/health`, as proxies are asked.
        if !path.hasPrefix("/"), let scheme = path.range(of: "://") {
            let rest = path[scheme.upperBound...]
            path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
        }
        return WireRequest(
            head.method.rawValue, path, query: query, headers: headers,
            id: .random(using: &numbers), peer: peer, isSecure: state.isSecure)
    }

    /// Bytes of the body as far as they are announced: 0 when they are not; nil for nonsense.
    private func bodyLength(_ head: HTTPRequestHead) -> Int64? {
        guard let text = head.headers.first(name: "content-length") else { return 0 }
        return Int64(text).flatMap { $0 >= 0 ? $0 : nil }
    }

    private func take(_ buffer: ByteBuffer, _ incoming: IncomingRequest) {
        do {
            // Refusing discards what came.
            guard try incoming.append(buffer, state) else {
                return refuse(incoming.request, tooLong(limit(incoming)))
            }
        } catch let error as WireError {
            return refuse(incoming.request, error)
        } catch {
            return refuse(incoming.request, noRoom(error))
        }
        setDeadline(state.options.bodySeconds)
    }

    private func limit(_ incoming: IncomingRequest) -> Int {
        switch incoming.destination {
        case .memory(_, let limit): limit
        case .file(_, let limit): Int(limit)
        }
    }

    private func tooLong(_ limit: Int) -> WireError {
        limit == 0
            ? WireError(.notFound, "upload url is unknown or has expired")
            : WireError(.quotaExceeded, "request body is larger than \(limit) bytes")
    }

    private func noRoom(_ error: any Error) -> WireError {
        state.logger.error(
            "a body cannot be received", metadata: ["reason": "\(error)"])
        return WireError(.tryAgainLater, "the server has no room for this body", retryAfter: 60)
    }

    /// Has a whole request answered.
    private func finish(_ incoming: IncomingRequest) {
        var request = incoming.request
        closesAfterReply =
            closesAfterReply || !incoming.keepsAlive
            || isInputClosed && waiting.isEmpty
        do {
            switch incoming.destination {
            case .memory(let bytes, let limit):
                if request.header("content-encoding") == "gzip" {
                    let inflated = try Inflater.inflate(bytes, limit: limit)
                    guard incoming.count(inflated.count, state) else {
                        throw WireError.tooMuchAtOnce
                    }
                    request.body = .bytes(inflated)
                } else {
                    request.body = .bytes(bytes)
                }
            case .file(let file, _):
                guard request.header("content-encoding") != "gzip" else {
                    file.discard()
                    throw WireError.badRequest("an asset is sent as it is, not compressed")
                }
                request.body = try file.finish()
                incoming.count(0, state)
            }
        } catch let error as WireError {
            return refuse(request, error)
        } catch let failure as Inflater.Failure {
            return switch failure {
            case .malformed: refuse(request, .badRequest("the body is not gzip"))
            case .tooLong: refuse(request, tooLong(limit(incoming)))
            }
        } catch {
            return refuse(request, noRoom(error))
        }
        // Counted until the reply is written.
        bodyBytes = incoming.counted
        incoming.counted = 0
        answer(request, isOld: incoming.isOld)
    }
}
