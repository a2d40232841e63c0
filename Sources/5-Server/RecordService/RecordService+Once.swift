package import Foundation

extension ServiceSession {
    /// How many records a request that is done once had to save; nil where it was not done.
    ///
    /// - Parameters:
    ///   - once: The request's name, see `SaveRequest.once`.
    ///   - zones: The zones of its records.
    ///   - database: The database that it changes.
    package func saveCount(
        ofRequest once: String, zones: Set<ZoneID>, in database: Database
    ) async throws -> Int? {
        // It is kept in the database that the request was for.
        let places: Set<ServicePlace> =
            switch try scope(database) {
            case .public: [.public]
            case .private(let user): [.private(user: user)]
            case .shared: Set(zones.map { .private(user: $0.owner) })
            }
        for place in places {
            guard let data = try await store.serviceData(for: once, in: place) else { continue }
            if let receipt = SaveReceipt(data) { return receipt.saveCount }
        }
        return nil
    }
}

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
