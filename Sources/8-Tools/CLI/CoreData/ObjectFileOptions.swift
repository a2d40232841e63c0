import ArgumentParser
import Foundation
import ObjectCore
import PredicateCore
import RecordCore
import Stores

/// Which Core Data store, with which model.
struct ObjectFileOptions: ParsableArguments {
    @Argument(
        help: "The store: a SQLite file that Core Data made, or a postgres:// URL.",
        completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "The model, where the store keeps none: an .xcdatamodeld, .xcdatamodel, .momd or "
                + ".mom. The version that fits is taken.", valueName: "file"),
        completion: .file())
    var model: String?

    private var location: ObjectStoreLocation { ObjectStoreLocation(file) }

    /// The files that are read: the store with what SQLite keeps beside it, and the model.
    var files: [String] {
        [file] + StoreFile.companions(of: StoreFile.target(of: file)) + (model.map { [$0] } ?? [])
    }

    /// Opens the store read-only for one piece of work.
    func withStore<T>(_ body: (OpenedObjects) async throws -> T) async throws -> T {
        guard try ObjectStoreOpener.exists(at: file) else {
            throw Failure(.failed, "There is no store at \(location)")
        }
        let facts = try ObjectStoreOpener.facts(at: file)
        let choice = try ModelChoice.of(store: file, facts, file: model)
        var options = ObjectStoreOptions()
        options.isReadOnly = true
        let store: any ObjectStore
        do {
            store = try ObjectStoreOpener.open(
                location, model: try ResolvedModel(choice.model), options: options)
        } catch let error as ObjectStoreError where error.code == .needsMigration {
            let model = try ResolvedModel(choice.model)
            let misfit = try ObjectStoreOpener.misfit(model, at: file).map { ": " + $0 } ?? ""
            throw Failure(
                .failed, "\(location) keeps no model of itself that fits its tables\(misfit)",
                advice: "Give its model with --model: an .xcdatamodeld, .momd or .mom.")
        }
        // What was written is committed already.
        defer { try? store.close() }
        return try await body(OpenedObjects(store: store, facts: facts, choice: choice))
    }
}

/// A store that is open, and what is known of it.
struct OpenedObjects {
    let store: any ObjectStore
    let facts: ObjectStoreFacts
    let choice: ModelChoice

    /// The model.
    var model: ResolvedModel { store.model }

    /// The entity of a name.
    ///
    /// - Throws: ``Failure`` as `ResolvedModel.entity(asked:)`.
    func entity(_ name: String) throws -> ModelEntity { try model.entity(asked: name) }

    /// The predicate that a format says; `ref:Employee/p12` names an object.
    func predicate(_ format: String?, _ values: PredicateOptions) throws -> QueryPredicate {
        guard let format else { return try values.predicate(nil) }
        let arguments = try values.arguments.map {
            FormatArgument.value(try object(try ArgumentText.value($0)))
        }
        let template = try QueryPredicate(parsing: format, arguments: arguments)
        return try template.substituting(
            try values.bindings(of: template).mapValues { try object($0) })
    }

    /// An object where a value names one by its identifier.
    private func object(_ value: Value) throws -> Value {
        try value.mapReferences { .object(ObjectValue(StoredObject(try key($0.recordID.name)))) }
    }

    /// The object that `Employee/p12` or `x-coredata://…/Employee/p12` names.
    private func key(_ text: String) throws -> ObjectKey {
        let parts = text.split(separator: "/")
        guard parts.count >= 2, parts[parts.count - 1].first == "p",
            let row = Int64(parts[parts.count - 1].dropFirst())
        else {
            throw Failure(.usage, "\"ref:\(text)\": expected an object such as ref:Employee/p12")
        }
        return ObjectKey(entity: try entity(String(parts[parts.count - 2])).number, row: row)
    }

    /// How an object is named in output: `Employee/p12`.
    func name(_ key: ObjectKey) -> String { "\(model.entities[key.entity].name)/p\(key.row)" }

    /// A value for output: objects, also those of a list, as their names, and instants with all of
    /// their digits.
    func shown(_ value: Value) -> Value {
        switch value.kind {
        case .object(let object):
            (object.base as? StoredObject).map { .text(name($0.key)) } ?? .null
        case .date(let date): PreciseDate.text(date).map(Value.text) ?? value
        case .list(let members): .list(members.map(shown))
        case .dictionary(let members): .dictionary(members.mapValues(shown))
        case .null, .number, .text, .bytes, .scalar, .reference, .location, .asset: value
        }
    }
}

extension ResolvedModel {
    /// The entity that a command names.
    ///
    /// - Throws: ``Failure`` with the name that may be meant, else with those that there are.
    func entity(asked name: String) throws -> ModelEntity {
        if let entity = entity(named: name) { return entity }
        let names = entities.map(\.name)
        let near =
            names.first { $0.lowercased() == name.lowercased() }
            ?? Suggestions.nearest(to: name, among: names)
        throw Failure(
            .usage, "There is no entity '\(name)'",
            advice: near.map { "Did you mean '\($0)'?" }
                ?? "There are: \(names.prefix(40).joined(separator: ", "))")
    }
}
