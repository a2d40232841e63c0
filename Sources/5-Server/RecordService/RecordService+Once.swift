package import Foundation

extension RecordService {
    /// What the keys begin with under which is kept what became of requests that are done once.
    package static let oncePrefix = "once/"

    /// Forgets requests that are done once, a day later.
    package func forgetOld(at now: Date) async throws {
        let past = now.addingTimeInterval(-86_400)
        var last: String?
        // There may be very many: one for each request of a day.
        let portion = 1_000
        while true {
            let kept = try await store.serviceData(
                prefix: RecordService.oncePrefix, after: last, limit: portion)
            let old = kept.filter { SaveReceipt($0.value).map { $0.date < past } ?? true }
            if !old.isEmpty { try await store.setServiceData(old.mapValues { _ in nil as Data? }) }
            guard kept.count == portion else { return }
            last = kept.keys.max { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }
}
