package import Foundation

extension RecordService {
    /// What the keys begin with under which is kept what became of requests that are done once.
    package static let oncePrefix = "once/"

    /// Forgets requests that are done once, a day later.
    package func forgetOld(at now: Date) async throws {
        let past = now.addingTimeInterval(-86_400)
        try await store.removeServiceData(prefix: RecordService.oncePrefix) {
            SaveReceipt($0).map { $0.date < past } ?? true
        }
    }
}
