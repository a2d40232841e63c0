import Accounts
import Crypto
import Foundation
import RecordCore
import TestTime
import Testing
import TestRandom

@Suite struct `Altered secrets` {
    /// A text with one to three alterations.
    static func altered(_ text: String, by random: inout RandomNumbers) -> String {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &random)
            let byte = UInt8.random(in: .min ... .max, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0 where !bytes.isEmpty: bytes.remove(at: place)
            case 1: bytes.insert(byte, at: place)
            case 2 where !bytes.isEmpty: bytes[place] ^= 1 << (byte & 7)
            case 3: bytes = Array(bytes.prefix(place))
            case 4: bytes += bytes.prefix(Int(byte) * 8)
            case 5 where !bytes.isEmpty:
                bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
            case 6: bytes.reverse()
            default:
                let letters = Array("ABCDEFabcdef0189-_+/=".utf8)
                if !bytes.isEmpty { bytes[place] = letters[Int(byte) % letters.count] }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `no altered token is good`() async throws {
        let fixture = try await Fixture()
        let web = try await fixture.webAuth()
        let management = try await fixture.repository.createToken(NewToken(.management))
        let session = try await fixture.repository.beginSession(user: fixture.ann)
        var random = RandomNumbers(seed: 20_261_122)
        var tried = 0
        for _ in 0..<4000 {
            var tests: [Credentials] = []
            let api = Self.altered(fixture.api.text, by: &random)
            if api != fixture.api.text {
                var credentials = fixture.credentials()
                credentials.apiToken = api
                tests.append(credentials)
            }
            let user = Self.altered(web.text, by: &random)
            if user != web.text, !user.isEmpty { tests.append(fixture.credentials(user)) }
            let bearer = Self.altered(management.text, by: &random)
            if bearer != management.text {
                var credentials = Credentials(container: Fixture.container)
                credentials.bearer = bearer
                tests.append(credentials)
            }
            let cookie = Self.altered(session.cookie, by: &random)
            if cookie != session.cookie {
                var credentials = Credentials(container: Fixture.container)
                credentials.session = cookie
                tests.append(credentials)
            }
            let csrf = Self.altered(session.csrf, by: &random)
            if csrf != session.csrf {
                var credentials = Credentials(container: Fixture.container, isWrite: true)
                credentials.session = session.cookie
                credentials.csrf = csrf
                tests.append(credentials)
            }
            for credentials in tests {
                tried += 1
                #expect(await fixture.refusal(credentials) != nil, "\(credentials)")
            }
        }
        #expect(tried > 15_000)
        // They were good, and still are.
        #expect(await fixture.refusal(fixture.credentials(web.text)) == nil)
    }

    @Test func `no altered signature is good`() async throws {
        let fixture = try await Fixture()
        var signer = Signer()
        signer.id = try await fixture.repository.createKey(
            publicKey: signer.pem, name: "", container: nil
        ).id
        let good = try signer.sign(
            #"{"operations":[]}"#, "/database/1/a/development/public/records/modify",
            at: fixture.clock.now, query: "clientId=1")
        var random = RandomNumbers(seed: 42)
        var tried = 0
        for round in 0..<4000 {
            var altered = good
            switch round % 5 {
            case 0: altered.signature = Self.altered(good.signature, by: &random)
            case 1: altered.date = Self.altered(good.date, by: &random)
            case 2: altered.keyID = Self.altered(good.keyID, by: &random)
            case 3:
                altered.bodyHash = Array(
                    SHA256.hash(data: Data("\(random.next())".utf8)))
            default: altered.subpaths = good.subpaths.map { Self.altered($0, by: &random) }
            }
            // The same bytes of a signature, in another base64, are the same signature.
            if Data(base64Encoded: altered.signature) == Data(base64Encoded: good.signature),
                altered.date == good.date, altered.bodyHash == good.bodyHash,
                altered.keyID.lowercased() == good.keyID,
                !Set(altered.subpaths).isDisjoint(with: good.subpaths)
            {
                continue
            }
            var credentials = Credentials(container: Fixture.container, isWrite: true)
            credentials.signature = altered
            tried += 1
            #expect(await fixture.refusal(credentials) != nil, "\(altered)")
        }
        #expect(tried > 3500)
        var credentials = Credentials(container: Fixture.container, isWrite: true)
        credentials.signature = good
        #expect(await fixture.refusal(credentials) == nil)
    }

    @Test func `no bytes under the entries of a repository make it fail`() async throws {
        let fixture = try await Fixture()
        _ = try await fixture.webAuth()
        var random = RandomNumbers(seed: 7)
        let entries = try await fixture.store.serviceData(prefix: "account/")
        for _ in 0..<200 {
            let store = MemoryStore()
            var spoiled: [String: Data?] = [:]
            for (key, data) in entries {
                var bytes = Array(data)
                if !bytes.isEmpty, Bool.random(using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                }
                spoiled[key] = Data(bytes)
            }
            try await store.setServiceData(spoiled)
            let repository = try await AccountRepository(
                store: store, options: .turned(by: fixture.clock))
            _ = try? await repository.authenticate(fixture.credentials())
        }
    }
}
