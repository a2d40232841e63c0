import Foundation
import RecordCore

/// Which share the token of a URL stands for.
struct ShareAddress: Hashable {
    /// The record name of the owner.
    var owner: String
    /// The name of the record that is shared, or of the share of a zone, as the owner's database keeps it.
    ///
    /// Of shares that older versions made, always that of the share.
    var id: RecordID

    init(owner: String, id: RecordID) {
        self.owner = owner
        self.id = id
        // Clients name the owner either way; it is the same share.
        if id.zone.owner.hasSameBytes(as: owner) { self.id.zone.owner = ZoneID.currentOwner }
    }

    init?(_ data: Data) {
        var reader = ByteReader(data)
        // Bytes of another form are no address.
        guard let owner = try? reader.text(), let id = try? reader.recordID(), reader.isAtEnd
        else { return nil }
        self.init(owner: owner, id: id)
    }

    static func == (a: ShareAddress, b: ShareAddress) -> Bool {
        a.owner.hasSameBytes(as: b.owner) && a.id == b.id
    }

    var data: Data {
        var writer = ByteWriter()
        writer.write(owner)
        writer.write(id)
        return writer.data
    }

    static func key(_ token: String) -> String { "share/\(token)" }

    /// What is stored under a token.
    static func data(of token: String, in store: any RecordStore) async throws -> Data? {
        try await store.serviceData(for: key(token), in: .named(key(token)))
    }

    private static let letters = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// A token that cannot be guessed: 124 bits or more.
    static func newToken() -> String {
        var random = SystemRandomNumberGenerator()
        let token = (0..<22).map { _ in letters[Int.random(in: letters.indices, using: &random)] }
        return String(decoding: token, as: UTF8.self)
    }

    /// The token of a shared record, the same each time; only a holder of the key can tell it.
    func token(key: Data) -> String {
        let code = ContentHash.code(of: Data("share".utf8) + data, key: key)
        let token = code.prefix(22).map { Self.letters[Int($0) % Self.letters.count] }
        return String(decoding: token, as: UTF8.self)
    }
}
