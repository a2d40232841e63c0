import CloudKit
import CoreLocation
import Foundation
import Testing

/// Dates come back as they were saved, bit for bit, wherever the container is.
@Suite struct `Dates` {
    let database = TestCloud().privateDatabase

    /// Instants whose seconds take all bits of a Double, near and far, before and after 2001.
    static let dates: [Date] =
        [
            0, -0.1, 0.123_456_789_012_345, 1e-9, 547_826_405.465, 800_000_000.123_456_7,
            800_000_000.000_000_5.nextUp, -1_234_567.890_123_456, 63_113_904_000.000_01,
            -63_114_076_800,
        ].map { Date(timeIntervalSinceReferenceDate: $0) }
        + (0..<20).map {
            Date(timeIntervalSinceReferenceDate: 812_345_678.9 + 0.000_000_7 * Double($0))
        }

    private static func bits(_ date: Date?) -> UInt64? {
        date?.timeIntervalSinceReferenceDate.bitPattern
    }

    @Test func `a date has the bits that it was saved with`() async throws {
        let dates = Self.dates + [Date(), Date(timeIntervalSinceNow: 1 / 3)]
        let records = dates.enumerated().map { number, date in
            let record = CKRecord(
                recordType: "Event", recordID: CKRecord.ID(recordName: "e\(number)"))
            record["date"] = date
            return record
        }
        let (saved, _) = try await database.modifyRecords(saving: records, deleting: [])
        let query = CKQuery(recordType: "Event", predicate: NSPredicate(value: true))
        let found = Dictionary(
            uniqueKeysWithValues: try await database.perform(query, inZoneWith: nil).map {
                ($0.recordID, $0)
            })
        for (record, date) in zip(records, dates) {
            let id = record.recordID
            let fetched = try await database.record(for: id)
            #expect(Self.bits(try saved[id]?.get()["date"] as? Date) == Self.bits(date))
            #expect(Self.bits(fetched["date"] as? Date) == Self.bits(date))
            #expect(Self.bits(found[id]?["date"] as? Date) == Self.bits(date))
            #expect(fetched["date"] as? Date == date)
        }
    }

    @Test func `the dates of a list and of a place have the bits that they were saved with`()
        async throws
    {
        let record = CKRecord(recordType: "Event", recordID: CKRecord.ID(recordName: "list"))
        record["dates"] = Self.dates
        let places = Self.dates.map {
            CLLocation(
                coordinate: CLLocationCoordinate2D(latitude: 48, longitude: 2), altitude: 35,
                horizontalAccuracy: 5, verticalAccuracy: 5, timestamp: $0)
        }
        record["place"] = places[5]
        record["places"] = places
        try await database.save(record)
        let read = try await database.record(for: record.recordID)
        #expect((read["dates"] as? [Date])?.map(Self.bits) == Self.dates.map(Self.bits))
        #expect(
            Self.bits((read["place"] as? CLLocation)?.timestamp) == Self.bits(Self.dates[5]))
        #expect(
            (read["places"] as? [CLLocation])?.map { Self.bits($0.timestamp) }
                == Self.dates.map(Self.bits))
    }

    @Test func `a change below a microsecond is kept, and found by the date`() async throws {
        let first = Date(timeIntervalSinceReferenceDate: 800_000_000.000_000_1)
        let second = Date(
            timeIntervalSinceReferenceDate: first.timeIntervalSinceReferenceDate.nextUp)
        let record = CKRecord(recordType: "Event", recordID: CKRecord.ID(recordName: "e"))
        record["date"] = first
        try await database.save(record)
        record["date"] = second
        try await database.save(record)
        let read = try await database.record(for: record.recordID)
        #expect(Self.bits(read["date"] as? Date) == Self.bits(second))
        for format in ["date == %@", "date <= %@", "date >= %@"] {
            let predicate = NSPredicate(format: format, second as NSDate)
            #expect(try await database.names(of: "Event", predicate) == ["e"])
        }
    }

    @Test func `a date that is whole again loses its remainder`() async throws {
        let record = CKRecord(recordType: "Event", recordID: CKRecord.ID(recordName: "e"))
        for seconds in [800_000_000.123_456_7, 800_000_001, 0.1] {
            record["date"] = Date(timeIntervalSinceReferenceDate: seconds)
            try await database.save(record)
            let read = try await database.record(for: record.recordID)
            #expect(
                (read["date"] as? Date)?.timeIntervalSinceReferenceDate.bitPattern
                    == seconds.bitPattern)
        }
        record["date"] = nil
        try await database.save(record)
        let last = try await database.record(for: record.recordID)
        #expect(last["date"] as? Date == nil)
    }
}
