import CloudKit
import Foundation

/// Birds and where they were seen, in a zone of the user's own.
actor FieldGuide {
    private let database: CKDatabase
    private let container: CKContainer
    private let zone = CKRecordZone(zoneName: "Guide")
    private var token: CKServerChangeToken?

    init(_ container: CKContainer) {
        self.container = container
        database = container.privateCloudDatabase
    }

    private func id(_ name: String) -> CKRecord.ID {
        CKRecord.ID(recordName: name.lowercased(), zoneID: zone.zoneID)
    }

    /// Makes the zone and the record under which everything stands.
    func begin() async throws {
        try await database.save(zone)
        let guide = CKRecord(recordType: "Guide", recordID: id("guide"))
        guide["title"] = "Birds of the city"
        try await database.save(guide)
    }

    /// Notes a bird, and where it was seen; a bird that is there already gets the new sightings.
    func note(_ name: String, seenAt places: [(String, Double, Double)]) async throws {
        var bird: CKRecord
        do {
            bird = try await database.record(for: id(name))
        } catch let error as CKError where error.code == .unknownItem {
            bird = CKRecord(recordType: "Bird", recordID: id(name))
            bird["name"] = name
            bird["sightings"] = 0
            bird.setParent(id("guide"))
        }
        bird["sightings"] = (bird["sightings"] ?? 0) + places.count
        let sightings = places.map { place, latitude, longitude in
            let sighting = CKRecord(recordType: "Sighting", recordID: id("\(name)-\(place)"))
            sighting["place"] = place
            sighting["position"] = CLLocation(latitude: latitude, longitude: longitude)
            // Goes when the bird goes.
            sighting["bird"] = CKRecord.Reference(record: bird, action: .deleteSelf)
            sighting.setParent(bird)
            return sighting
        }
        let (saves, _) = try await database.modifyRecords(
            saving: [bird] + sightings, deleting: [])
        for result in saves.values { _ = try result.get() }
    }

    /// Deletes a bird and what was noted of it.
    func forget(_ name: String) async throws {
        let bird = CKRecord.Reference(recordID: id(name), action: .none)
        let query = CKQuery(
            recordType: "Sighting", predicate: NSPredicate(format: "bird == %@", bird))
        let (sightings, _) = try await database.records(
            matching: query, inZoneWith: zone.zoneID, desiredKeys: [])
        try await database.modifyRecords(
            saving: [], deleting: sightings.map(\.0) + [id(name)])
    }

    /// The birds, those seen most first.
    func birds(sortedBy key: String) async throws -> [String] {
        let query = CKQuery(recordType: "Bird", predicate: NSPredicate(value: true))
        query.sortDescriptors = [
            NSSortDescriptor(key: key, ascending: false),
            NSSortDescriptor(key: "name", ascending: true),
        ]
        var lines: [String] = []
        var page = try await database.records(
            matching: query, inZoneWith: zone.zoneID, resultsLimit: 2)
        while true {
            for (_, result) in page.matchResults {
                let bird = try result.get()
                lines.append("\(bird["name"] ?? ""), seen \(bird["sightings"] ?? 0) times")
            }
            guard let cursor = page.queryCursor else { return lines }
            page = try await database.records(continuingMatchFrom: cursor)
        }
    }

    /// What was seen around a place, the nearest first.
    func sightings(near place: (Double, Double), metres: Double) async throws -> [String] {
        let here = CLLocation(latitude: place.0, longitude: place.1)
        let query = CKQuery(
            recordType: "Sighting",
            predicate: NSPredicate(
                format: "distanceToLocation:fromLocation:(position, %@) < %f", here, metres))
        query.sortDescriptors = [CKLocationSortDescriptor(key: "position", relativeLocation: here)]
        let (found, _) = try await database.records(matching: query, inZoneWith: zone.zoneID)
        return try found.map { _, result in
            let sighting = try result.get()
            let position = sighting["position"] as? CLLocation ?? here
            return "\(sighting["place"] ?? ""), \(Int(position.distance(from: here))) m"
        }
    }

    /// What has happened since the last time.
    func sync() async throws -> [String] {
        let changes = try await database.recordZoneChanges(
            inZoneWith: zone.zoneID, since: token, desiredKeys: ["name", "place"])
        token = changes.changeToken
        let changed = changes.modificationResultsByID.keys.map { "changed \($0.recordName)" }
        let deleted = changes.deletions.map { "deleted \($0.recordID.recordName)" }
        return changed.sorted() + deleted.sorted()
    }

    /// Shares the guide with a user, who may read it; gives the URL of the invitation.
    func share(with user: CKRecord.ID) async throws -> URL {
        let guide = try await database.record(for: id("guide"))
        let share = CKShare(rootRecord: guide)
        share[CKShare.SystemFieldKey.title] = "Ann's birds"
        let participant = try await container.shareParticipant(forUserRecordID: user)
        participant.permission = .readOnly
        share.addParticipant(participant)
        let (saves, _) = try await database.modifyRecords(saving: [guide, share], deleting: [])
        for result in saves.values { _ = try result.get() }
        guard let url = share.url else { throw CKError(.internalError) }
        return url
    }

    /// What another user finds at the URL, and what that user may do there.
    func visit(as visitor: CKContainer, _ url: URL) async throws -> [String] {
        let metadata = try await visitor.shareMetadata(for: url)
        var lines = ["\(metadata.share[CKShare.SystemFieldKey.title] ?? "")"]
        try await visitor.accept(metadata)
        let shared = visitor.sharedCloudDatabase
        for zone in try await shared.allRecordZones() {
            let query = CKQuery(recordType: "Bird", predicate: NSPredicate(value: true))
            query.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let (birds, _) = try await shared.records(matching: query, inZoneWith: zone.zoneID)
            for (_, result) in birds {
                let bird = try result.get()
                lines.append("sees \(bird["name"] ?? "")")
                bird["name"] = "Dodo"
                do {
                    try await shared.save(bird)
                } catch let error as CKError {
                    lines.append(error.localizedDescription)
                }
            }
        }
        return lines
    }
}
