public import Foundation

extension RecordService {
    /// What the keys begin with under which is kept what became of requests that are done once.
    public static let oncePrefix = "once/"

    /// Forgets requests that are done once, a day later.
    public func forgetOld(at now: Date) async throws {
        let past = now.addingTimeInterval(-86_400)
        let kept = try await store.serviceData(prefix: RecordService.oncePrefix)
        let old = kept.filter { SaveReceipt($0.value).map { $0.date < past } ?? true }
        guard !old.isEmpty else { return }
        try await store.setServiceData(old.mapValues { _ in nil as Data? })
    }
}
