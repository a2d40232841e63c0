import Accounts
import Crypto
import Foundation
import RecordCore
import TestTime
import Testing

@Suite struct `Server-to-server keys` {
    static let subpath = "/database/1/\(Fixture.container)/development/public/records/query"

    struct Keyed {
        let fixture: Fixture
        var signer: Signer
        let key: ServerKey

        init(_ change: (inout AccountOptions) -> Void = { _ in }) async throws {
            fixture = try await Fixture(change)
            signer = Signer()
            key = try await fixture.repository.createKey(
                publicKey: signer.pem, name: "jobs", container: Fixture.container)
            signer.id = key.id
        }

        func credentials(_ signature: RequestSignature, isWrite: Bool = false) -> Credentials {
            var credentials = Credentials(
                container: Fixture.container, environment: "development", isWrite: isWrite)
            credentials.signature = signature
            return credentials
        }
    }

    private let keyed: Keyed

    init() async throws { keyed = try await Keyed() }

    @Test func `a signed request is the key's own user`() async throws {
        let signature = try keyed.signer.sign(
            #"{"query":{}}"#, Self.subpath, at: keyed.fixture.clock.now)
        let found = try await keyed.fixture.repository.authenticate(keyed.credentials(signature))
        #expect(found.principal.kind == .serverKey)
        #expect(found.principal.user == keyed.key.user)
        #expect(!found.principal.isAdministrator)
        #expect(
            try await keyed.fixture.repository.keys().first?.lastUsedAt == keyed.fixture.clock.now)
    }

    @Test func `a key of an account is revoked with it, others go on`() async throws {
        let (repository, clock) = (keyed.fixture.repository, keyed.fixture.clock)
        let bob = try await repository.createUser(NewUser("bob"))
        var signer = Signer()
        let key = try await repository.createKey(
            publicKey: signer.pem, name: "bob's", container: Fixture.container,
            user: bob.recordName)
        signer.id = key.id
        func refusal(_ signer: Signer) async throws -> AuthenticationError? {
            let signature = try signer.sign("{}", Self.subpath, at: clock.now)
            return await keyed.fixture.refusal(keyed.credentials(signature))
        }
        #expect(try await refusal(signer) == nil)
        var change = UserChange()
        change.isDisabled = true
        try await repository.updateUser(bob.recordName, change)
        #expect(try await refusal(signer)?.code == .accessDenied)
        try await repository.deleteUser(bob.recordName)
        #expect(try await refusal(signer)?.code == .authenticationFailed)
        let kept = try await repository.keys().first { $0.id == key.id }
        #expect(kept?.revokedAt == clock.now)
        // The user of this one never had an account.
        #expect(try await refusal(keyed.signer) == nil)
    }

    @Test func `clients differ in the query and in what stands for no body`() async throws {
        let now = keyed.fixture.clock.now
        for signature in [
            try keyed.signer.sign("", Self.subpath, at: now),
            try keyed.signer.sign("", Self.subpath, at: now, emptyHash: true),
            try keyed.signer.sign("", Self.subpath, at: now, query: "a=b"),
            try keyed.signer.sign("{}", Self.subpath, at: now, query: "a=b"),
        ] {
            #expect(await keyed.fixture.refusal(keyed.credentials(signature)) == nil)
        }
        // The path alone was signed, and a query is sent.
        var signature = try keyed.signer.sign("{}", Self.subpath, at: now)
        signature.subpaths.append(Self.subpath + "?clientId=1")
        #expect(await keyed.fixture.refusal(keyed.credentials(signature)) == nil)
        signature.keyID = signature.keyID.uppercased()
        #expect(await keyed.fixture.refusal(keyed.credentials(signature)) == nil)
    }

    @Test func `what was not signed is refused`() async throws {
        let now = keyed.fixture.clock.now
        let good = try keyed.signer.sign("{}", Self.subpath, at: now)
        #expect(await keyed.fixture.refusal(keyed.credentials(good)) == nil)
        let stranger = Signer(id: keyed.key.id)
        var cases: [String: RequestSignature] = [:]
        cases["another's key"] = try stranger.sign("{}", Self.subpath, at: now)
        var changed = good
        changed.bodyHash = Array(SHA256.hash(data: Data("{ }".utf8)))
        cases["another body"] = changed
        changed = good
        changed.bodyHash = nil
        cases["no body"] = changed
        changed = good
        changed.subpaths = [Self.subpath + "/"]
        cases["another path"] = changed
        changed = good
        changed.date = "2026-09-21T13:33:21Z"
        cases["another date"] = changed
        changed = good
        changed.keyID = String(repeating: "0", count: 64)
        cases["another key"] = changed
        changed = good
        changed.signature = ""
        cases["nothing"] = changed
        changed = good
        changed.signature = String(repeating: "A", count: 10_000_000)
        cases["a long text"] = changed
        changed = good
        changed.subpaths = []
        cases["no path"] = changed
        for (name, signature) in cases {
            let refusal = await keyed.fixture.refusal(keyed.credentials(signature))
            #expect(refusal?.code == .authenticationFailed, "\(name)")
            #expect(refusal?.reason == "Authentication failed")
        }
    }

    @Test func `a date is good for ten minutes either way`() async throws {
        let now = keyed.fixture.clock.now
        for (offset, isGood) in [
            (-601.0, false), (-600, true), (0, true), (600, true), (601, false), (-86_400, false),
        ] {
            let signature = try keyed.signer.sign(
                "{}", Self.subpath, at: now.addingTimeInterval(offset))
            let refusal = await keyed.fixture.refusal(keyed.credentials(signature))
            #expect((refusal == nil) == isGood, "\(offset)")
        }
    }

    @Test func `dates as clients write them`() async throws {
        keyed.fixture.clock.now = try Date("2024-02-29T23:59:30Z", strategy: .iso8601)
        for (text, isGood) in [
            ("2024-02-29T23:59:30Z", true), ("2024-02-29T23:59:30.123Z", true),
            ("2024-03-01T00:59:30+01:00", true), ("2024-02-29T18:29:30-0530", true),
            ("2024-03-01T00:00:00Z", true), ("2024-02-29 23:59:30Z", false),
            ("2024-02-29T23:59:30", false), ("2024-13-01T00:00:00Z", false), ("", false),
            ("2024-02-29T23:59:30ZZ", false), ("9999-99-99T99:99:99Z", false),
        ] {
            let data = Data("\(text)::\(Self.subpath)".utf8)
            let signature = RequestSignature(
                keyID: keyed.key.id, date: text,
                signature: try keyed.signer.key.signature(for: data).derRepresentation
                    .base64EncodedString(), bodyHash: nil, subpaths: [Self.subpath])
            let refusal = await keyed.fixture.refusal(keyed.credentials(signature))
            #expect((refusal == nil) == isGood, "\(text)")
        }
    }

    @Test func `a signature is good for one write, and for any number of reads`() async throws {
        let now = keyed.fixture.clock.now
        let signature = try keyed.signer.sign("{}", Self.subpath, at: now)
        for _ in 0..<3 {
            #expect(await keyed.fixture.refusal(keyed.credentials(signature)) == nil)
        }
        #expect(await keyed.fixture.refusal(keyed.credentials(signature, isWrite: true)) == nil)
        keyed.fixture.clock.advance(300)
        #expect(
            await keyed.fixture.refusal(keyed.credentials(signature, isWrite: true))?.code
                == .authenticationFailed)
        keyed.fixture.clock.advance(301)
        #expect(await keyed.fixture.refusal(keyed.credentials(signature, isWrite: true)) != nil)
        // A new signature makes it another write.
        let again = try keyed.signer.sign("{}", Self.subpath, at: keyed.fixture.clock.now)
        #expect(await keyed.fixture.refusal(keyed.credentials(again, isWrite: true)) == nil)
    }

    @Test func `the other half of a signature's curve is the same signature`() async throws {
        var signature = try keyed.signer.sign("{}", Self.subpath, at: keyed.fixture.clock.now)
        #expect(await keyed.fixture.refusal(keyed.credentials(signature, isWrite: true)) == nil)
        // (r, n − s) verifies as (r, s) does, and anybody can make it.
        let der = try #require(Data(base64Encoded: signature.signature))
        let raw = try P256.Signing.ECDSASignature(derRepresentation: der).rawRepresentation
        let order: [UInt8] = [
            0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
            0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63,
            0x25, 0x51,
        ]
        var other = Array(raw)
        var borrow = 0
        for place in stride(from: 31, through: 0, by: -1) {
            let difference = Int(order[place]) - Int(raw[raw.startIndex + 32 + place]) - borrow
            other[32 + place] = UInt8(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
        }
        signature.signature = try P256.Signing.ECDSASignature(rawRepresentation: Data(other))
            .derRepresentation.base64EncodedString()
        #expect(await keyed.fixture.refusal(keyed.credentials(signature)) == nil)
        #expect(await keyed.fixture.refusal(keyed.credentials(signature, isWrite: true)) != nil)
    }

    /// A second key of the pair of ``keyed``, as an earlier version took it in.
    private func keyTwin() async throws -> ServerKey {
        let store = keyed.fixture.store
        let kept = try #require(try await store.serviceData(for: "account/key/\(keyed.key.id)"))
        var twin = try JSONDecoder().decode(ServerKey.self, from: kept)
        twin.id = String(repeating: "ab", count: 32)
        try await store.setServiceData(["account/key/\(twin.id)": JSONEncoder().encode(twin)])
        return twin
    }

    @Test(arguments: [false, true])
    func `a signature is good for one write, whichever key of its pair it names`(
        countsTogether: Bool
    ) async throws {
        let twin = try await keyTwin()
        let repository = try await AccountRepository(
            store: keyed.fixture.store,
            options: .turned(by: keyed.fixture.clock) { $0.countsTogether = countsTogether })
        var signature = try keyed.signer.sign("{}", Self.subpath, at: keyed.fixture.clock.now)
        _ = try await repository.authenticate(keyed.credentials(signature, isWrite: true))
        signature.keyID = twin.id
        let error = await #expect(throws: AuthenticationError.self) {
            try await repository.authenticate(keyed.credentials(signature, isWrite: true))
        }
        #expect(error?.detail == "The signature was used before; sign each write separately.")
        signature = try keyed.signer.sign("{ }", Self.subpath, at: keyed.fixture.clock.now)
        signature.keyID = twin.id
        let found = try await repository.authenticate(keyed.credentials(signature, isWrite: true))
        #expect(found.principal.credential == twin.id)
    }

    @Test func `repeated signatures can be allowed`() async throws {
        let keyed = try await Keyed { $0.refusesRepeatedSignatures = false }
        let signature = try keyed.signer.sign("{}", Self.subpath, at: keyed.fixture.clock.now)
        for _ in 0..<3 {
            #expect(await keyed.fixture.refusal(keyed.credentials(signature, isWrite: true)) == nil)
        }
    }

    @Test func `a revoked key and another container's are refused`() async throws {
        let signature = try keyed.signer.sign("{}", Self.subpath, at: keyed.fixture.clock.now)
        var credentials = keyed.credentials(signature)
        credentials.container = "iCloud.org.example.other"
        #expect(await keyed.fixture.refusal(credentials)?.code == .authenticationFailed)
        try await keyed.fixture.repository.revokeKey(keyed.key.id)
        #expect(
            await keyed.fixture.refusal(keyed.credentials(signature))?.code
                == .authenticationFailed)
        #expect(try await keyed.fixture.repository.keys().first?.revokedAt != nil)
    }

    @Test func `of two keys of one pair the one that is not revoked stays good`() async throws {
        let twin = try await keyTwin()
        let repository = try await AccountRepository(
            store: keyed.fixture.store, options: .turned(by: keyed.fixture.clock) { _ in })
        try await repository.revokeKey(keyed.key.id)
        var signature = try keyed.signer.sign("{}", Self.subpath, at: keyed.fixture.clock.now)
        await #expect(throws: AuthenticationError.self) {
            try await repository.authenticate(keyed.credentials(signature))
        }
        signature.keyID = twin.id
        let found = try await repository.authenticate(keyed.credentials(signature))
        #expect(found.principal.credential == twin.id)
    }

    @Test func `a public key is taken once, of a revoked key too`() async throws {
        for kind in ["key", "revoked key"] {
            if kind == "revoked key" { try await keyed.fixture.repository.revokeKey(keyed.key.id) }
            let error = await #expect(throws: AccountError.self) {
                try await keyed.fixture.repository.createKey(
                    publicKey: "\n" + keyed.signer.pem, name: "more", container: nil)
            }
            #expect(error?.code == .exists)
            #expect(error?.field == "publicKey")
            let sentence = "This public key is that of the \(kind) jobs (\(keyed.key.id)) already"
            #expect(error?.message.hasPrefix(sentence) == true, "\(error?.message ?? "")")
        }
        #expect(try await keyed.fixture.repository.keys().count == 1)
        _ = try await keyed.fixture.repository.createKey(
            publicKey: Signer().pem, name: "more", container: nil)
    }

    @Test func `keys that cannot be are refused with a clear sentence`() async throws {
        let fixture = try await Fixture()
        let p384 = P384.Signing.PrivateKey().publicKey.pemRepresentation
        let own = P256.Signing.PrivateKey()
        let rsa = """
            -----BEGIN PUBLIC KEY-----
            MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf
            9Cnzj4p4WGeKLs1Pt8QuKUpRKfFLfRYC9AIKjbJTWit+CqvjWYzvQwECAwEAAQ==
            -----END PUBLIC KEY-----
            """
        for (pem, part) in [
            (p384, "P-384"), (P521.Signing.PrivateKey().publicKey.pemRepresentation, "P-521"),
            (own.pemRepresentation, "private key"), (rsa, "none on the curve P-256"),
            ("", "-----BEGIN PUBLIC KEY-----"), ("garbage", "-----BEGIN PUBLIC KEY-----"),
            ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", "none on the curve"),
            (String(repeating: "x", count: 20_000), "shorter"),
        ] {
            let error = await #expect(throws: AccountError.self) {
                try await fixture.repository.createKey(publicKey: pem, name: "", container: nil)
            }
            #expect(error?.code == .invalid)
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
            #expect(error?.field == "publicKey")
        }
        // As tools print it, with lines to spare.
        _ = try await fixture.repository.createKey(
            publicKey: "\n" + own.publicKey.pemRepresentation + "\n\n", name: "", container: nil)
    }
}
