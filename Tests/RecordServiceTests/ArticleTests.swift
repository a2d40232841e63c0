import RecordService
import Testing

/// The program of RecordService's page, as it stands there.
@Suite struct RecordServiceArticleTests {
    @Test func `a session saves and queries`() async throws {
        let note = Record("Note", RecordID("first"), ["title": "Milk"])
        let service = RecordService(store: MemoryStore(), container: "iCloud.org.example.notes")
        let ann = service.session(user: "_ann", device: "phone")
        let saved = try await ann.modify(SaveRequest(saving: [note]), in: .private)
        let page = try await ann.query(.init("Note", limit: 20), in: .private)
        #expect(saved.saves.count == 1)
        #expect(page.records.map(\.id.name) == ["first"])
    }
}
