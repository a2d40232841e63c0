package import Foundation
package import RecordService
import WebServices

extension RemoteSession {
    /// What a share's URL leads to.
    ///
    /// - Throws: `unknownItem` "Share not found" when there is none for the user.
    package func shareMetadata(
        url: URL, fetchesRoot: Bool, desiredKeys: [String]?
    ) async throws(ServiceError) -> ShareMetadata {
        try await request(isWrite: false, in: nil) { () async throws(ServiceError) in
            let found = try await share(
                ShareRequest.Item(
                    url.lastPathComponent, fetchesRoot: fetchesRoot,
                    rootDesiredKeys: desiredKeys), .recordsResolve, isWrite: false)
            let root = try await withFiles(found.root.map { [$0] } ?? []).first
            return ShareMetadata(
                url: url, share: found.share,
                rootID: found.rootName.map { RecordID($0, zone: found.share.id.zone) },
                root: root, owner: found.owner.user ?? found.share.id.zone.owner,
                role: found.role, acceptance: found.acceptance, permission: found.permission,
                container: options.identifier)
        }
    }

    /// Accepts a share; gives its record as the user sees it.
    package func acceptShare(_ url: URL) async throws(ServiceError) -> Record {
        try await request(isWrite: true, in: nil) { () async throws(ServiceError) in
            try await share(
                ShareRequest.Item(url.lastPathComponent), .recordsAccept, isWrite: true
            ).share
        }
    }

    /// Asks to take part in a share without an invitation.
    package func requestAccess(_ url: URL) async throws(ServiceError) {
        try await request(isWrite: true, in: nil) { () async throws(ServiceError) in
            let reply: AccessReply = try await post(
                ShareRequest([ShareRequest.Item(url.lastPathComponent)]), .recordsRequestAccess,
                in: .public, isWrite: true)
            guard let entry = reply.results.first else {
                throw ServiceError(.malformed("One request sent, no answer"), isWrite: true)
            }
            if let error = entry.error { throw error.serviceError }
        }
    }

    /// The URL of a share; nil when the record is none, or was not saved.
    package func shareURL(of record: Record) -> URL? {
        Share(record)?.token.flatMap { URL(string: options.shareURLPrefix + $0) }
    }

    private func share(
        _ item: ShareRequest.Item, _ endpoint: Endpoint, isWrite: Bool
    ) async throws(ServiceError) -> WireShareMetadata {
        let reply: SharesReply = try await post(
            ShareRequest([item], options: records(nil)), endpoint, in: .public,
            isWrite: isWrite)
        switch reply.results.first {
        case .share(let found)?: return found
        case .failure(_, let error)?: throw error.serviceError
        case nil:
            throw ServiceError(.malformed("One share asked, no answer"), isWrite: isWrite)
        }
    }
}
