import Foundation
import RecordCore
import RecordService
package import WebServices

extension Host {
    /// A file to receive the body of a request in, for what ``accepts(_:)`` lets come so.
    ///
    /// The receiver of the body hands it to ``answer(_:)`` with the request, or discards it.
    ///
    /// - Throws: `WireError` where the body is refused; what the disk refuses.
    package func newBody(for request: WireRequest) throws -> BodyFile {
        try assets.newBody(sentTo: request.path, at: now)
    }

    /// How the body of a request is to be received, before any of it came.
    package func accepts(_ request: WireRequest) -> BodyAcceptance {
        switch Route(request.path) {
        case .upload:
            let isUpload = request.method == "POST" || request.method == "PUT"
            return isUpload && assets.isUploadPath(request.path, at: now)
                ? .inFile(limit: options.limits.assetBytes) : .inMemory(limit: 0)
        case .services: return .inMemory(limit: options.limits.bodyBytes)
        case .administration: return .inMemory(limit: min(4 << 20, options.limits.bodyBytes))
        // The body is empty or a form: a client that waits must not hold memory meanwhile.
        case .courier, .download, .signIn, .other: return .inMemory(limit: 16 << 10)
        }
    }

    /// Takes in an asset.
    func receiveAsset(_ request: WireRequest) async throws -> WireReply {
        switch request.method {
        case "POST", "PUT":
            let body = try assets.file(in: request.body, type: request.header("content-type"))
            let receipt = try await assets.keep(
                body, sentTo: request.path, at: now
            ) { file, place in
                let key = place.container
                let service = try await containers.service(key.container, key.environment)
                return try await service.store.ingest(
                    .file(file), for: options.limits.receiptLifetime, in: place.home)
            }
            return WireReply(json: receipt.bytes)
        default:
            throw WireError(.notFound, "could not find handler for endpoint")
        }
    }

    /// Gives out an asset, or a part of it.
    func sendAsset(_ request: WireRequest) async throws -> WireReply {
        guard request.method == "GET" || request.method == "HEAD",
            let (key, asset, home) = assets.download(request.path, at: now),
            let size = asset.size, let checksum = asset.checksum
        else { throw WireError(.notFound, "asset url is unknown or has expired") }
        let service = try await containers.service(key.container, key.environment)
        let file: URL
        do {
            file = try await service.store.assetFile(asset, in: home)
        } catch let error as StoreError where error.code == .assetNotAvailable {
            // No record holds it any more; the URL is good for some hours longer.
            throw WireError(
                .notFound, "asset url is unknown or has expired", exact: ServiceError(error))
        }
        let tag = "\"\(checksum)\""
        var headers: [(name: String, value: String)] = [
            ("etag", tag), ("accept-ranges", "bytes"),
            ("cache-control", "private, max-age=3600, immutable"),
            ("content-type", "application/octet-stream"),
            // Never a page of this server's own, whatever was uploaded.
            ("content-disposition", "attachment"), ("x-content-type-options", "nosniff"),
            ("content-security-policy", "sandbox; default-src 'none'"),
        ]
        if let known = request.header("if-none-match"),
            known == "*" || known.contains(tag)
        {
            return WireReply(304, headers: headers)
        }
        var range: Range<Int64>?
        if let text = request.header("range"),
            request.header("if-range").map({ $0 == tag }) ?? true
        {
            switch ByteRange.read(text, size: size) {
            case .whole: break
            case .part(let part): range = part
            case .unsatisfiable:
                return WireReply(416, headers: [("content-range", "bytes */\(size)")])
            }
        }
        if let range {
            headers.append(
                ("content-range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
        }
        let part = range ?? 0..<size
        return WireReply(
            range == nil ? 200 : 206, headers: headers,
            body: .file(
                path: file.path, offset: part.lowerBound,
                count: part.upperBound - part.lowerBound))
    }
}

/// How the body of a request is to be received.
package enum BodyAcceptance: Hashable, Sendable {
    /// In memory, up to some bytes.
    case inMemory(limit: Int)
    /// In a file of the host's, up to some bytes; see ``Host/newBody(for:)``.
    case inFile(limit: Int64)
}

/// Which bytes a client wants.
enum ByteRange: Hashable {
    /// All, or what is asked for is more than one part or unclear.
    case whole
    /// These.
    case part(Range<Int64>)
    /// There are no such bytes.
    case unsatisfiable

    /// Reads the header `range`.
    static func read(_ text: String, size: Int64) -> ByteRange {
        guard text.hasPrefix("bytes="), !text.contains(",") else { return .whole }
        let sides = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return .whole }
        switch (position(sides[0]), position(sides[1])) {
        case (let first?, let last?):
            guard last >= first else { return .whole }
            guard first < size else { return .unsatisfiable }
            return .part(first..<min(last, size - 1) + 1)
        case (let first?, nil):
            guard sides[1].isEmpty else { return .whole }
            return first < size ? .part(first..<size) : .unsatisfiable
        case (nil, let count?):
            guard sides[0].isEmpty else { return .whole }
            return count > 0 && size > 0
                ? .part(max(0, size - count)..<size) : .unsatisfiable
        case (nil, nil): return .whole
        }
    }

    /// Digits as a number; nil of anything else.
    ///
    /// HTTP has no limit: what leaves 64 bits is the greatest.
    private static func position(_ digits: Substring) -> Int64? {
        let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
        return isNumber ? Int64(digits) ?? .max : nil
    }
}
