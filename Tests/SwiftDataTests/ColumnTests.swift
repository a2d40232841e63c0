#if SwiftData
import CoreData
import Foundation
import SwiftData
import TestKit
import Testing

/// What SQLite says of a file that SwiftData wrote: Apple's tables, columns and indexes.
@Suite struct ColumnTests {
    /// Calls a block with a file of models after they were saved.
    private func withFile(
        of models: [any PersistentModel.Type], _ fill: (ModelContext) throws -> Void,
        thenAsk body: (URL) throws -> Void
    ) throws {
        try withFolder { folder in
            let file = folder.appendingPathComponent("default.store")
            let context = ModelContext(
                try ModelContainer(
                    for: Schema(models), configurations: ModelConfiguration(url: file)))
            try fill(context)
            try context.save()
            try body(file)
        }
    }

    /// The columns of a table, with their types, in the order of their names.
    private func columns(_ table: String, _ file: URL) throws -> [String] {
        try sqlite(
            file.path, "SELECT name || ' ' || type FROM pragma_table_info('\(table)') ORDER BY name"
        ).split(separator: "\n").map(String.init)
    }

    private func indexes(_ table: String, _ file: URL) throws -> [String] {
        try sqlite(
            file.path,
            "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = '\(table)' "
                + "AND sql IS NOT NULL ORDER BY name"
        ).split(separator: "\n").map(String.init)
    }

    @Test func `properties have the columns and values that Apple's files have`() throws {
        try withFile(of: [Trip.self]) { context in
            let trip = Trip(code: "a", name: "Lisbon", season: .summer)
            trip.transport = .ship
            trip.address = Address(street: "Rua", zip: nil, tags: ["x", "y"])
            trip.labels = ["sea"]
            trip.scores = ["food": 5]
            trip.start = Date(timeIntervalSinceReferenceDate: 2.5)
            trip.owner = Person(name: "Ann")
            trip.stops = [Stop(place: "Porto")]
            context.insert(trip)
            context.insert(Trip(code: "b", name: "Oslo"))
        } thenAsk: { (file) throws in
            #expect(
                try columns("ZTRIP", file) == [
                    "ZCODE VARCHAR", "ZDISTANCE INTEGER", "ZFOOT VARCHAR", "ZLABELS BLOB",
                    "ZNAME VARCHAR", "ZOWNER INTEGER", "ZPRICE FLOAT", "ZSCORES BLOB",
                    "ZSEASON VARCHAR", "ZSHIP VARCHAR", "ZSTART TIMESTAMP", "ZSTREET VARCHAR",
                    "ZTAGS BLOB", "ZTRAIN VARCHAR", "ZZIP INTEGER", "Z_ENT INTEGER",
                    "Z_OPT INTEGER", "Z_PK INTEGER",
                ])
            #expect(
                try columns("ZSTOP", file) == [
                    "ZNIGHTS INTEGER", "ZPLACE VARCHAR", "ZTRIP INTEGER", "Z_ENT INTEGER",
                    "Z_OPT INTEGER", "Z_PK INTEGER",
                ])
            #expect(
                try indexes("ZTRIP", file) == [
                    "ZTRIP_ZOWNER_INDEX", "Z_Trip_SwiftDataIndexOnBinaryname",
                    "Z_Trip_SwiftDataIndexOnBinarynamedistance", "Z_Trip_UNIQUE_code",
                ])
            #expect(try indexes("ZSTOP", file) == ["ZSTOP_ZTRIP_INDEX"])
            #expect(
                try sqlite(
                    file.path, "SELECT sql FROM sqlite_master WHERE name = 'Z_Trip_UNIQUE_code'")
                    == "CREATE UNIQUE INDEX Z_Trip_UNIQUE_code ON ZTRIP (ZCODE COLLATE BINARY ASC)")
            // An enumeration's raw value, the name of the chosen case alone, a struct's properties
            // one by one, arrays in it as JSON.
            #expect(
                try sqlite(
                    file.path,
                    "SELECT ZSEASON, ZSHIP, ZFOOT IS NULL, ZTRAIN IS NULL, ZSTREET, ZZIP IS NULL, "
                        + "ZTAGS, typeof(ZTAGS), ZSCORES, typeof(ZSCORES), ZSTART, "
                        + "ZPRICE IS NULL FROM ZTRIP WHERE ZCODE = 'a'")
                    == "summer|ship|1|1|Rua|1|[\"x\",\"y\"]|blob|{\"food\":5}|blob|2.5|1")
            #expect(
                try sqlite(
                    file.path, "SELECT ZSTREET IS NULL, ZTAGS IS NULL FROM ZTRIP WHERE ZCODE = 'b'")
                    == "1|1")
            // An array of the model itself is a keyed archive of an NSArray.
            #expect(
                try sqlite(
                    file.path, "SELECT hex(substr(ZLABELS, 1, 8)) FROM ZTRIP WHERE ZCODE = 'a'")
                    == "62706C6973743030")
            #expect(
                try sqlite(
                    file.path,
                    "SELECT p.ZNAME, s.ZPLACE FROM ZTRIP t JOIN ZPERSON p ON p.Z_PK = t.ZOWNER "
                        + "JOIN ZSTOP s ON s.ZTRIP = t.Z_PK") == "Ann|Porto")
        }
    }

    @Test func `simple values have the types of their columns`() throws {
        try withFile(of: [Everything.self]) { context in
            let model = Everything()
            model.url = URL(string: "https://example.org/a")
            model.flag = true
            context.insert(model)
        } thenAsk: { (file) throws in
            let all = try columns("ZEVERYTHING", file)
            for column in [
                "ZSMALL INTEGER", "ZLARGE INTEGER", "ZFLOAT FLOAT", "ZDECIMAL DECIMAL",
                "ZURL VARCHAR", "ZUUID BLOB", "ZDATA BLOB", "ZFLAG INTEGER", "ZCOUNT INTEGER",
                "ZNUMBERS BLOB", "ZDATES BLOB", "ZSET BLOB", "ZSHAPE BLOB", "ZPLACES BLOB",
                "ZCOLOUR BLOB", "ZPICTURE BLOB",
            ] { #expect(all.contains(column), "\(column) is not in \(all).") }
            // What lives in memory alone has no column.
            #expect(!all.contains { $0.hasPrefix("ZSELECTED") })
            #expect(
                try sqlite(
                    file.path,
                    "SELECT ZSMALL, ZFLAG, ZURL, length(ZUUID), hex(ZDATA), ZSET FROM ZEVERYTHING")
                    == "1|1|https://example.org/a|16|0102|[\"a\"]")
        }
    }

    @Test func `members of one name get numbers`() throws {
        try withFile(of: [Work.self]) { context in
            let work = Work(number: 1, title: "a")
            work.place = Place(
                room: "one", shelf: Rack(level: 2, room: "two"),
                spare: Rack(level: 3, room: "three"))
            context.insert(work)
        } thenAsk: { (file) throws in
            let all = try columns("ZWORK", file)
            #expect(
                all.filter { $0.hasPrefix("ZROOM") || $0.hasPrefix("ZLEVEL") } == [
                    "ZLEVEL INTEGER", "ZLEVEL1 INTEGER", "ZROOM VARCHAR", "ZROOM1 VARCHAR",
                    "ZROOM2 VARCHAR",
                ])
            let values = try sqlite(
                file.path, "SELECT ZLEVEL, ZLEVEL1, ZROOM, ZROOM1, ZROOM2 FROM ZWORK")
            #expect(Set(values.split(separator: "|")) == ["2", "3", "one", "two", "three"])
        }
    }

    @Test func `relationships have foreign keys and join tables`() throws {
        try withFile(of: [Parcel.self, Note.self]) { context in
            let parcel = Parcel()
            parcel.labels = [Label(text: "a"), Label(text: "b")]
            context.insert(parcel)
            let note = Note(title: "n")
            note.tags = [Tag(name: "t"), Tag(name: "u")]
            context.insert(note)
        } thenAsk: { (file) throws in
            // The numbers of entities: Folder, Label, Note, Parcel, Tag.
            #expect(
                try sqlite(file.path, "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Parcel'")
                    == "4")
            #expect(
                try columns("ZLABEL", file) == [
                    "Z4LABELS INTEGER", "ZMARKED INTEGER", "ZTEXT VARCHAR", "Z_ENT INTEGER",
                    "Z_OPT INTEGER", "Z_PK INTEGER",
                ])
            #expect(
                try indexes("ZLABEL", file) == ["ZLABEL_Z4LABELS_INDEX", "ZLABEL_ZMARKED_INDEX"])
            #expect(
                try sqlite(file.path, "SELECT count(*) FROM ZLABEL WHERE Z4LABELS = 1") == "2")
            #expect(try columns("Z_3TAGS", file) == ["Z_3NOTES INTEGER", "Z_5TAGS INTEGER"])
            #expect(try indexes("Z_3TAGS", file) == ["Z_3TAGS_Z_5TAGS_INDEX"])
            #expect(try sqlite(file.path, "SELECT count(*) FROM Z_3TAGS") == "2")
            #expect(
                try indexes("ZNOTE", file) == ["ZNOTE_ZFOLDER_INDEX", "Z_Note_UNIQUE_title_number"])
        }
    }

    @Test func `the file has a history, a log and the schema's version`() throws {
        try withFile(of: [Note.self]) { context in
            context.insert(Note(title: "a"))
            try context.save()
            context.insert(Note(title: "b"))
        } thenAsk: { (file) throws in
            #expect(try sqlite(file.path, "PRAGMA auto_vacuum") == "2")
            #expect(try sqlite(file.path, "PRAGMA journal_mode") == "wal")
            #expect(try sqlite(file.path, "PRAGMA integrity_check") == "ok")
            #expect(try sqlite(file.path, "SELECT count(*) FROM ATRANSACTION") == "2")
            #expect(try sqlite(file.path, "SELECT count(*) FROM ACHANGE") == "2")
            #expect(try sqlite(file.path, "SELECT count(*) FROM Z_MODELCACHE") == "1")
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: NSSQLiteStoreType, at: file)
            #expect(metadata[NSStoreModelVersionIdentifiersKey] as? [String] == ["1.0.0"])
        }
    }

    @Test func `a container of Core Data opens the file with the equal model`() throws {
        try withFile(of: [Trip.self]) { context in
            let trip = Trip(code: "a", name: "Lisbon", season: .summer)
            trip.address = Address(street: "Rua", zip: 3)
            context.insert(trip)
        } thenAsk: { (file) throws in
            let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: [Trip.self]))
            let container = NSPersistentContainer(name: "Trips", managedObjectModel: model)
            let description = NSPersistentStoreDescription(url: file)
            description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
            container.persistentStoreDescriptions = [description]
            var failure: (any Error)?
            container.loadPersistentStores { failure = $1 }
            #expect(failure == nil)
            let context = container.viewContext
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Trip")
                let trip = try #require(try context.fetch(request).first)
                #expect(trip.value(forKeyPath: "season.season") as? String == "summer")
                #expect(trip.value(forKeyPath: "address.street") as? String == "Rua")
                trip.setValue("Porto", forKey: "name")
                try context.save()
            }
            let other = ModelContext(
                try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: file)))
            let found = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
            #expect(found.name == "Porto" && found.address == Address(street: "Rua", zip: 3))
        }
    }
}
#endif
