import Foundation
import RecordCore
import RecordJSON
import RecordService

extension EndpointCall {
    /// Answers `records/resolve`.
    func resolveShares() async throws -> WireReply {
        try await shares { _ in }
    }

    /// Answers `records/accept`.
    func acceptShares() async throws -> WireReply {
        try await shares { url in try await session.acceptShare(url) }
    }

    /// Answers `records/requestAccess`.
    func requestAccess() async throws -> WireReply {
        let message = try read(ShareRequest.self)
        try checkCount(message.items.count)
        try checkPrivateAccess()
        var answer = AccessReply([])
        for item in message.items {
            var entry = AccessReply.Entry(shortGUID: item.shortGUID)
            do {
                try await session.requestAccess(try address(item.shortGUID))
            } catch {
                entry.error = WireError(item: error)
            }
            answer.results.append(entry)
        }
        return reply(answer).counting(answer.results.lazy.compactMap(\.error))
    }

    private func shares(first act: (URL) async throws -> Void) async throws -> WireReply {
        let message = try read(ShareRequest.self)
        try checkCount(message.items.count)
        // Shares are of private databases, whichever database the path names.
        try checkPrivateAccess()
        var entries: [SharesReply.Entry] = []
        for item in message.items {
            do {
                let url = try address(item.shortGUID)
                try await act(url)
                entries.append(.share(try await metadata(of: url, item)))
            } catch {
                entries.append(.failure(shortGUID: item.shortGUID, WireError(item: error)))
            }
        }
        let (services, session) = (context.services, session)
        var records = RecordWriter(
            options: RecordOptions(isExact: true),
            assetURL: {
                services.downloadURL(of: $0, in: session.home(of: $1.zone, in: .shared))
            })
        var writer = JSONWriter()
        SharesReply(entries).write(to: &writer, records: &records)
        return WireReply(json: writer.bytes).counting(entries.lazy.compactMap(\.error))
    }

    /// The URL whose last part is given.
    private func address(_ shortGUID: String) throws(ServiceError) -> URL {
        guard !shortGUID.isEmpty, shortGUID.utf8.count <= 255,
            shortGUID.allSatisfy({
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
            }),
            let url = URL(string: service.options.shareURLPrefix + shortGUID)
        else { throw ServiceError(.unknownItem, 2003, "Share not found") }
        return url
    }

    private func metadata(
        of url: URL, _ item: ShareRequest.Item
    ) async throws -> WireShareMetadata {
        let found = try await session.shareMetadata(
            url: url, fetchesRoot: item.fetchesRoot, desiredKeys: item.rootDesiredKeys)
        return WireShareMetadata(
            shortGUID: item.shortGUID, container: found.container,
            environment: path.environment,
            database: session.user?.hasSameBytes(as: found.owner) == true ? .private : .shared,
            zone: found.share.id.zone, share: found.share, rootName: found.rootID?.name,
            root: found.root, owner: try await person(found.owner), role: found.role,
            acceptance: found.acceptance, permission: found.permission)
    }
}
