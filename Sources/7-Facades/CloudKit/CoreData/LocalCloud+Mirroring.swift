public import CoreData

extension LocalCloud {
    /// When containers of Core Data fetch and send.
    ///
    ///     var settings = LocalCloud.Settings()
    ///     settings.mirroring = .manual
    ///     let cloud = LocalCloud(.memory, settings: settings)
    ///     try await cloud.settle([phone, tablet])  // sends and fetches until nothing is left to do
    public enum Mirroring: Hashable, Sendable {
        /// A second after a save, which other saves join; at once after a notice of the server.
        case soon
        /// At once after each save.
        case immediate
        /// Only in ``LocalCloud/settle(_:)``, for tests.
        case manual
    }

    /// Has containers of Core Data fetch and send until nothing is left to do.
    ///
    ///     try phone.viewContext.save()
    ///     try await cloud.settle([phone, tablet])
    ///     // what was saved on the phone is on the tablet
    ///
    /// Waits that servers ask for are not waited for. Failures are tried again, ten times at most.
    ///
    /// - Throws: The last failure, as events have it.
    public func settle(_ containers: [NSPersistentCloudKitContainer]) async throws {
        var failures = 0
        for _ in 0..<200 {
            var didChange = false
            var failure: (any Error)?
            for container in containers {
                do {
                    didChange = try await container.synchronize() || didChange
                } catch {
                    failure = error
                }
            }
            if let failure {
                failures += 1
                if failures >= 10 { throw failure }
            } else if !didChange {
                return
            }
        }
        throw CKError(.internalError, "The containers change each other's records without end")
    }
}
