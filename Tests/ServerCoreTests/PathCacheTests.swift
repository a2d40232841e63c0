import Testing
import WebServices

@testable import ServerCore

@Suite struct `A path cache` {
    @Test func `says what the path says, the first time and the second`() {
        let cache = PathCache()
        for text in [
            "/database/1/iCloud.a/development/public/records/query",
            "/database/1/iCloud%2Ea/production/private/zones/list",
            "/device/1/iCloud.a/development/tokens/create",
            "/database/1/iCloud.a/development/public/nothing", "/database/2/a/b/c/d", "/", "",
        ] {
            #expect(cache[text] == EndpointPath(text))
            #expect(cache[text] == EndpointPath(text))
        }
        #expect(cache.count == 4)
    }

    @Test func `stays bounded, whatever is asked`() {
        let cache = PathCache()
        for number in 0..<5_000 {
            let text = "/database/1/iCloud.\(number)/development/public/records/query"
            #expect(cache[text]?.container == "iCloud.\(number)")
        }
        #expect(cache.count <= 1_024)
        let before = cache.count
        let name = String(repeating: "a", count: 600)
        let long = "/database/1/\(name)/development/public/records/query"
        #expect(cache[long]?.container == name)
        #expect(cache.count == before)
    }

    @Test func `labels what is answered by the name of its endpoint`() {
        for (text, label) in [
            ("/database/1/iCloud.a/development/public/records/query", "records/query"),
            ("/device/1/iCloud.a/development/tokens/create", "tokens/create"),
            ("/database/1/iCloud.a/development/public/tokens/create", "tokens/create"),
            ("/database/1/iCloud.a/development/public/users/lookup/id", "users/lookup/id"),
            // Names that the client invents are no labels: metrics stay bounded.
            ("/database/1/iCloud.a/development/public/records/evil", "unknown"),
            ("/device/1/iCloud.a/development/records/query", "unknown"),
            ("/database/evil", "unknown"), ("/health", "other"),
            ("/admin/1/users", "administration"),
        ] {
            #expect(Host.label(text) == label, "\(text)")
        }
    }
}
