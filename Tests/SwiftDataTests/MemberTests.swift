#if SwiftData
import CoreData
import Foundation
import SwiftData
import Synchronization
import Testing

/// A value with an order that no store knows.
enum Grade: Codable, Comparable { case points(Int), none }

@Model final class Parcel {
    #Index<Parcel>(.binary([\.sender]), .rtree([\.width, \.height]))
    var sender = ""
    var width = 0.0
    var height = 0.0
    var grade = Grade.none
    @Attribute(.allowsCloudEncryption, originalName: "memo") var note: String?
    @Attribute(.transformable(by: "ColourTransformer")) var colour: Colour?
    @Relationship(deleteRule: .noAction, maximumModelCount: 3) var labels: [Label] = []
    @Relationship(deleteRule: .nullify, inverse: \Label.marked) var marks: [Label]? = []
    init() {}
}

@Model final class Label {
    var text = ""
    var marked: Parcel?
    init(text: String) { self.text = text }
}

/// A model that is written by hand, as what the macro writes may be.
final class Handmade: PersistentModel {
    var persistentBackingData: any BackingData<Handmade>
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            Schema.PropertyMetadata(name: "name", keypath: \Handmade.name, defaultValue: "x"),
            Schema.PropertyMetadata(
                name: "code", keypath: \Handmade.code,
                metadata: Schema.Attribute(.unique, originalName: "number")),
        ]
    }
    var name: String {
        get { persistentBackingData.getValue(forKey: \.name) }
        set { persistentBackingData.setValue(forKey: \.name, to: newValue) }
    }
    var code: Int {
        get { getValue(forKey: \.code) }
        set { setValue(forKey: \.code, to: newValue) }
    }
    init(backingData: any BackingData<Handmade>) { persistentBackingData = backingData }
    init(name: String, code: Int) {
        persistentBackingData = Self.createBackingData()
        self.name = name
        self.code = code
    }
}

/// An actor that runs where a model actor does.
actor Beside {
    private let importer: Importer
    init(_ importer: Importer) { self.importer = importer }
    nonisolated var unownedExecutor: UnownedSerialExecutor { importer.unownedExecutor }
    func count() throws -> Int {
        // Stops the program on another executor.
        try importer.assumeIsolated {
            try $0.modelContext.fetchCount(FetchDescriptor<Note>())
        }
    }
}

/// Members that the other suites do not need.
@Suite struct MemberTests {
    private func parcels() throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Parcel.self, configurations: ModelConfiguration.fresh()))
    }

    @Test func `options, counts and rules are in the model`() throws {
        let model = try #require(
            NSManagedObjectModel.makeManagedObjectModel(
                for: [Parcel.self],
                mergedWith: NSManagedObjectModel.makeManagedObjectModel(for: Person.self)))
        #expect(model.entitiesByName["Person"] != nil)
        let parcel = try #require(model.entitiesByName["Parcel"])
        #expect(parcel.attributesByName["note"]?.allowsCloudEncryption == true)
        #expect(parcel.attributesByName["note"]?.renamingIdentifier == "memo")
        let labels = try #require(parcel.relationshipsByName["labels"])
        #expect(labels.maxCount == 3 && labels.deleteRule == .noActionDeleteRule)
        #expect(parcel.relationshipsByName["marks"]?.deleteRule == .nullifyDeleteRule)
        #expect(
            parcel.indexes.map { $0.elements.compactMap(\.propertyName) }
                == [["sender"], ["width", "height"]])
    }

    @Test func `schemas say what they were made of`() throws {
        let schema = Schema([Parcel.self, Truck.self], version: Schema.Version(3, 2, 1))
        #expect(schema.version.major == 3 && schema.version.minor == 2 && schema.version.patch == 1)
        let parcel = try #require(schema.entitiesByName["Parcel"])
        let marks = try #require(parcel.relationshipsByName["marks"])
        #expect(marks.keypath == \Parcel.marks && marks.inverseKeyPath == \Label.marked)
        #expect(parcel.relationshipsByName["labels"]?.maximumModelCount == 3)
        #expect(parcel.relationships.map(\.name).sorted() == ["labels", "marks"])
        #expect(parcel.attributes.count == 6 && parcel.properties.count == 8)
        #expect(Schema.Relationship.DeleteRule(rawValue: "cascade") == .cascade)
        func describe(_ property: some SchemaProperty) -> [Bool] {
            [
                property.isAttribute, property.isRelationship, property.isTransient,
                property.isUnique,
            ]
        }
        #expect(describe(marks) == [false, true, false, false] && marks.isOptional)
        let index = Schema.Index<Parcel>([\.sender], [\.width])
        #expect(index.indices.count == 2 && describe(index) == [false, false, false, false])
        #expect(Schema.Unique<Parcel>([\.sender]).constraints == [[\.sender]])
    }

    @Test func `a model that is written by hand is kept as others`() throws {
        let container = try ModelContainer(
            for: Handmade.self, configurations: ModelConfiguration.fresh())
        let attribute = container.schema.entity(for: Handmade.self)?.attributesByName["code"]
        #expect(attribute?.isUnique == true && attribute?.originalName == "number")
        let context = ModelContext(container)
        context.insert(Handmade(name: "a", code: 1))
        context.insert(Handmade(name: "b", code: 2))
        try context.save()
        let found = try ModelContext(container).fetch(
            FetchDescriptor<Handmade>(predicate: #Predicate { $0.code > 1 }))
        #expect(found.map(\.name) == ["b"])
    }

    @Test func `a store of one's own learns when contexts begin and end`() throws {
        let container = try ModelContainer(
            for: Label.self, configurations: RowsConfiguration(name: "states"))
        func isOpen(_ id: UUID) -> Bool { RowStore.open.withLock { $0.contains(id) } }
        let other = ModelContext(container)
        var context: ModelContext? = ModelContext(container)
        let id = try #require(context?.editingState.id)
        // A model that lives on keeps no context.
        let label = Label(text: "a")
        context?.insert(label)
        #expect(isOpen(id) && isOpen(other.editingState.id))
        context = nil
        #expect(!isOpen(id) && isOpen(other.editingState.id))
        #expect(label.text == "a")
    }

    @Test func `identifiers have an order`() throws {
        let context = try parcels()
        for _ in 0..<3 { context.insert(Parcel()) }
        try context.save()
        let ids = try context.fetchIdentifiers(FetchDescriptor<Parcel>()).sorted()
        #expect(ids[0] < ids[1] && ids[1] < ids[2] && !(ids[2] < ids[0]))
        #expect(ids.sorted(by: >) == ids.reversed())
        let other = try PersistentIdentifier.identifier(
            for: try #require(ids[0].storeIdentifier), entityName: "Label", primaryKey: "p1")
        #expect((other < ids[0]) != (ids[0] < other))
    }

    @Test func `backing data is made for a model`() throws {
        func make<B: BackingData<Label>>(_: B) -> any BackingData<Label> { B(for: B.Model.self) }
        let other: any BackingData<Label> = Label(text: "blue").persistentBackingData
        let data = make(other)
        #expect(data.persistentModelID == nil)
        data.setValue(forKey: \.text, to: "red")
        let label = Label(backingData: data)
        #expect(label.text == "red" && label.marked == nil)
    }

    @Test func `what a store says of a save`() {
        let result = DataStoreSaveChangesResult<DefaultSnapshot>(for: "rows")
        #expect(result.storeIdentifier == "rows" && result.remappedIdentifiers.isEmpty)
        #expect(result.snapshotsToReregister.isEmpty)
    }

    @Test func `a container knows its migration plan`() throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: V3.self), migrationPlan: BookPlan.self,
            configurations: ModelConfiguration.fresh())
        #expect(container.migrationPlan == BookPlan.self)
        #expect(try notes().migrationPlan == nil)
    }

    @Test func `the model of an identifier`() throws {
        let context = try parcels()
        let parcel = Parcel()
        parcel.sender = "Ann"
        context.insert(parcel)
        #expect(context.model(for: parcel.persistentModelID) === parcel)
        try context.save()
        let id = parcel.persistentModelID
        #expect(context.model(for: id) === parcel)
        let copy = ModelContext(context.container).model(for: id) as? Parcel
        #expect(copy?.sender == "Ann" && copy !== parcel)
        // One that no store has is a model in no context.
        let store = try #require(id.storeIdentifier)
        let none = context.model(
            for: try .identifier(for: store, entityName: "Parcel", primaryKey: "p999"))
        #expect(none is Parcel && none.modelContext == nil)
    }

    @Test func `the root of a model`() {
        func root<M: PersistentModel>(_: M.Type) -> String { "\(M.Root.self)" }
        #expect(root(Note.self) == "Note")
        func element<C: RelationshipCollection>(_: C.Type) -> String {
            "\(C.PersistentElement.self)"
        }
        #expect(element([Note].self) == "Note" && element([Tag]?.self) == "Tag")
    }

    @Test func `transformable values by key path`() throws {
        ValueTransformer.setValueTransformer(
            ColourTransformer(), forName: .init("ColourTransformer"))
        let context = try parcels()
        let parcel = Parcel()
        parcel.setTransformableValue(forKey: \.colour, to: Colour("red"))
        context.insert(parcel)
        try context.save()
        let copy = try #require(
            try ModelContext(context.container).fetch(FetchDescriptor<Parcel>()).first)
        #expect(copy.getTransformableValue(forKey: \.colour)?.name == "red")
        copy.persistentBackingData.setTransformableValue(forKey: \.colour, to: nil)
        #expect(copy.persistentBackingData.getTransformableValue(forKey: \.colour) == nil)
    }

    @Test func `what has no order is not sorted`() throws {
        let context = try parcels()
        #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
            try context.fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.grade)]))
        }
    }

    @Test func `related models are read with a fetch`() throws {
        let context = try parcels()
        for number in 0..<3 {
            let parcel = Parcel()
            parcel.labels = [Label(text: "\(number)")]
            context.insert(parcel)
        }
        try context.save()
        var descriptor = FetchDescriptor<Parcel>()
        descriptor.relationshipKeyPathsForPrefetching = [\.labels]
        descriptor.propertiesToFetch = [\.sender]
        let found = try ModelContext(context.container).fetch(descriptor)
        #expect(Set(found.flatMap { $0.labels.map(\.text) }) == ["0", "1", "2"])
        let results: FetchResultsCollection<Parcel> = try ModelContext(context.container).fetch(
            descriptor, batchSize: 2)
        #expect(results.startIndex == 0 && results.endIndex == 3)
    }

    @Test func `subclasses are left out of a deletion`() throws {
        let context = ModelContext(
            try ModelContainer(for: Truck.self, configurations: ModelConfiguration.fresh()))
        context.insert(Truck(name: "T", load: 1))
        context.insert(Vehicle(name: "V"))
        try context.save()
        try context.delete(model: Vehicle.self, includeSubclasses: false)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Vehicle>()).map(\.name) == ["T"])
    }

    @Test func `configurations are described and checked`() throws {
        let configuration = ModelConfiguration(
            "Trips", url: URL(fileURLWithPath: "/tmp/trips.store"), allowsSave: false)
        try configuration.validate()
        #expect(configuration.debugDescription.contains("trips.store"))
        #expect(!configuration.allowsSave)
        let group: ModelConfiguration.GroupContainer = .none
        #expect(group != .automatic)
    }

    @available(*, deprecated)
    @Test func `all data is deleted by the older name`() throws {
        let context = try parcels()
        context.insert(Parcel())
        try context.save()
        context.container.deleteAllData()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Parcel>()) == 0)
    }

    @Test func `executors give the context of their actor`() async throws {
        let container = try notes()
        func context(_ executor: any ModelExecutor) -> ModelContext { executor.modelContext }
        let executor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
        #expect(context(executor) === executor.modelContext)
        #expect(executor as (any SerialModelExecutor) === executor)
        let importer = Importer(modelContainer: container)
        #expect(context(importer.modelExecutor).container === container)
        _ = try await importer.add(2)
        #expect(try await Beside(importer).count() == 2)
    }

    @Test func `a store of the program's own with its own snapshots`() throws {
        let container = try ModelContainer(
            for: Label.self, configurations: RowsConfiguration(name: "rows"))
        let context = ModelContext(container)
        let label = Label(text: "red")
        context.insert(label)
        try context.save()
        // The store says what it kept.
        #expect(label.text == "RED" && label.persistentModelID.storeIdentifier == "rows")
        let other = ModelContext(container)
        #expect(try other.fetch(FetchDescriptor<Label>()).map(\.text) == ["RED"])
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try other.fetch(FetchDescriptor<Label>(predicate: #Predicate { $0.text == "x" }))
        }
        #expect(throws: DataStoreError.unsupportedFeature) { try container.erase() }
        #expect(throws: RowsConfiguration.Nameless.self) {
            try ModelContainer(for: Label.self, configurations: RowsConfiguration(name: ""))
        }
        let state: EditingState = context.editingState
        #expect(state.id == context.editingState.id && state.author == nil)
        let red: any DataStoreSnapshotValue = "red"
        #expect(red as? String == "red")
    }

    @Test func `the history by its protocols`() throws {
        func last<H: HistoryProviding>(_ store: H) throws -> H.HistoryType? {
            try store.fetchHistory(HistoryDescriptor()).last
        }
        func token<T: HistoryTransaction>(_ transaction: T) -> T.TokenType { transaction.token }
        func number<T: HistoryTransaction>(_ transaction: T) -> T.TransactionIdentifier {
            transaction.transactionIdentifier
        }
        func value<T: HistoryToken>(_ token: T) -> T.TokenType? { token.tokenValue }
        func model<I: HistoryInsert>(_ insert: I) -> String { "insert of \(I.Model.self)" }
        func kind(_ change: HistoryChange) -> String {
            switch change {
            case .insert(let insert): model(insert)
            case .update: "update"
            case .delete: "delete"
            }
        }
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString).store("notes.store")
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let configuration = ModelConfiguration("m", schema: Schema([Note.self]), url: url)
        let context = ModelContext(
            try ModelContainer(for: Note.self, configurations: configuration))
        let note = Note(title: "a")
        note.tag = "kept"
        context.insert(note)
        try context.save()
        note.text = "b"
        try context.save()
        let store = try DefaultStore(configuration)
        func name<B: DataStoreBatching>(_ store: B) -> String { store.configuration.name }
        #expect(name(store) == "m")
        let first = try #require(try store.fetchHistory(HistoryDescriptor()).first)
        #expect(first.changes.map(kind) == ["insert of Note"])
        guard case .insert(let insert)? = first.changes.first else {
            Issue.record("no insert")
            return
        }
        let known = try #require(insert as? DefaultHistoryInsert<Note>)
        #expect(known.changeIdentifier > 0 && known.transactionIdentifier == number(first))
        #expect(known.changedPersistentIdentifier == note.persistentModelID)
        let transaction = try #require(try last(store))
        #expect(transaction.changes.map(kind) == ["update"])
        guard case .update(let update)? = transaction.changes.first else {
            Issue.record("no update")
            return
        }
        func attributes<U: HistoryUpdate>(_ update: U) -> Int { update.updatedAttributes.count }
        #expect(attributes(update) == 1)
        #expect(value(token(transaction)) == [transaction.storeIdentifier: number(transaction)])
        #expect(token(first) < token(transaction) && token(first).id != token(transaction).id)
        #expect(!transaction.processIdentifier.isEmpty)
        #expect(transaction.bundleIdentifier == first.bundleIdentifier)
        #expect(transaction.timestamp >= first.timestamp && transaction.author == nil)
        context.delete(note)
        try context.save()
        guard case .delete(let delete)? = try last(store)?.changes.first else {
            Issue.record("no delete")
            return
        }
        func tombstone<D: HistoryDelete>(_ delete: D) -> HistoryTombstone<D.Model> {
            delete.tombstone
        }
        let kept = tombstone(try #require(delete as? DefaultHistoryDelete<Note>))
        #expect(kept[\.tag] as? String == "kept")
        #expect(DefaultStore.HistoryType.self == DefaultHistoryTransaction.self)
        try store.deleteHistory(HistoryDescriptor())
        #expect(try store.fetchHistory(HistoryDescriptor()).isEmpty)
    }
}
#endif
