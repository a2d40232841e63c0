import CoreDataModel
import Foundation
import MirrorCore
import ObjectCore
import PredicateCore
import RecordCore
import RecordService
import Synchronization

/// Devices that edit, lose their network and sync, in memory, over the engine that
/// `NSPersistentCloudKitContainer` has.
final class MirrorSimulation {
    /// What became of a field, and the devices that wrote it.
    struct Outcome {
        var object: String
        var entity: String
        var field: String
        /// Each write in order: the device, the line of the script, the value.
        var writes: [(device: String, line: Int, value: String)]
        /// What every device has at the end; what each has where they differ.
        var result: String
        /// The device whose write it is; nil where it is that of none.
        var winner: String?
        /// Whether the devices do not have the same.
        var differs: Bool
    }

    /// A device, with its store and its mirror.
    private struct Device {
        let name: String
        let cloud: SimulatedCloud
        let store: MemoryObjectStore
        let mirror: Mirror
        let interruption: Interruption
    }

    /// Where a device is killed next, and what its events said.
    private final class Interruption: Sendable {
        struct Killed: Error {}
        let point = Mutex<MirrorPoint?>(nil)
        let notes = Mutex<[String]>([])

        func reached(_ point: MirrorPoint) throws {
            let isDue = self.point.withLock { due in
                defer { if due == point { due = nil } }
                return due == point
            }
            if isDue { throw Killed() }
        }
    }

    /// An object of the script.
    private struct Named {
        var entity: String
        let device: String
        let key: ObjectKey
        /// Known once the device that made it has synced.
        var recordName: String?
    }

    private let script: MirrorScript
    private let codec: MirrorCodec
    private let service: RecordService
    private var devices: [Device] = []
    private var objects: [String: Named] = [:]
    private var order: [String] = []
    private var writes: [String: [String: [(device: String, line: Int, value: String)]]] = [:]
    private var fields: [String: [String]] = [:]

    init(
        _ script: MirrorScript, _ model: ObjectModel, configuration: String?,
        merge: MirrorSettings.Merge
    ) throws {
        self.script = script
        let resolved = try ResolvedModel(model)
        codec = MirrorCodec(resolved, plan: MirrorPlan(model, configuration: configuration))
        service = RecordService(store: MemoryStore(), container: "iCloud.simulated")
        for name in script.devices.names {
            guard !devices.contains(where: { $0.name == name }) else {
                throw script.failure(script.devices.line, "two devices are named '\(name)'")
            }
            guard !name.contains(" "), name != "sync" else {
                throw script.failure(script.devices.line, "a device cannot be named '\(name)'")
            }
            let cloud = SimulatedCloud(service, device: name)
            let store = MemoryObjectStore(model: resolved, keepsHistory: true)
            let interruption = Interruption()
            var settings = MirrorSettings()
            settings.merge = merge
            settings.reached = { try interruption.reached($0) }
            let mirror = Mirror(store, codec, cloud: cloud, settings: settings) { event in
                guard event.end != nil else { return }
                interruption.notes.withLock { $0 += event.notes }
            }
            devices.append(
                Device(
                    name: name, cloud: cloud, store: store, mirror: mirror,
                    interruption: interruption))
        }
    }

    // MARK: Running

    /// Does every step; then all devices come online and sync.
    func run() async throws {
        for step in script.steps { try await run(step) }
        for device in devices { device.cloud.isOnline = true }
        try await settle(script.steps.last?.line ?? 1)
        try await service.close()
    }

    /// What became of each field that a device wrote.
    func outcomes() throws -> [Outcome] {
        var outcomes: [Outcome] = []
        for name in order {
            for field in fields[name] ?? [] {
                guard let object = objects[name], let made = writes[name]?[field] else { continue }
                let values = try devices.map { try value(of: name, field, on: $0) }
                let isSame = values.allSatisfy { $0 == values[0] }
                let result =
                    isSame
                    ? values[0] ?? "gone"
                    : zip(devices, values).map { "\($0.name): \($1 ?? "gone")" }
                        .joined(separator: "; ")
                outcomes.append(
                    Outcome(
                        object: name, entity: object.entity, field: field, writes: made,
                        result: result,
                        winner: isSame ? made.last { $0.value == result }?.device : nil,
                        differs: !isSame))
            }
        }
        return outcomes
    }

    /// What the events of devices said of records.
    var notes: [(device: String, text: String)] {
        devices.flatMap { device in
            device.interruption.notes.withLock { $0 }.map { (device.name, $0) }
        }
    }

    private func run(_ step: MirrorScript.Step) async throws {
        if step.words == ["sync"], step.values.isEmpty { return try await settle(step.line) }
        guard let device = devices.first(where: { $0.name == step.words[0] }) else {
            throw script.failure(
                step.line,
                "there is no device '\(step.words[0])': a step begins with one of "
                    + script.devices.names.joined(separator: ", ") + ", or is 'sync'")
        }
        let words = Array(step.words.dropFirst())
        func needs(_ count: Int, _ form: String) throws {
            guard words.count == count else {
                throw script.failure(step.line, "expected '\(device.name) \(form)'")
            }
        }
        let edits = ["new", "set", "add", "remove"]
        guard let verb = words.first, step.values.isEmpty || edits.contains(verb) else {
            throw script.failure(
                step.line,
                "expected new, set, add, remove, delete, sync, offline, online, loses or "
                    + "killed after '\(device.name)'; values belong to the first four")
        }
        switch verb {
        case "sync":
            try needs(1, "sync")
            guard device.cloud.isOnline else {
                throw script.failure(step.line, "\(device.name) is offline")
            }
            _ = await device.mirror.synchronize()
            try noteNames()
        case "offline", "online":
            try needs(1, verb)
            device.cloud.isOnline = verb == "online"
        case "loses":
            try needs(2, "loses answer")
            guard words[1] == "answer" else { try needs(0, "loses answer"); return }
            device.cloud.loseAnswer()
        case "killed":
            try needs(2, "killed POINT")
            guard let point = MirrorPoint(rawValue: words[1]) else {
                let names = MirrorPoint.allCases.map(\.rawValue).joined(separator: ", ")
                throw script.failure(step.line, "there is no point '\(words[1])': \(names)")
            }
            device.interruption.point.withLock { $0 = point }
        case "new":
            try needs(3, "new ENTITY NAME: {…}")
            try create(words[1], words[2], on: device, step)
        case "set":
            try needs(2, "set NAME: {…}")
            try set(words[1], on: device, step)
        case "add", "remove":
            try needs(2, "\(verb) NAME: {…}")
            try change(words[1], isIn: verb == "add", on: device, step)
        case "delete":
            try needs(2, "delete NAME")
            let key = try key(of: words[1], on: device, step.line)
            var edit = ObjectEdit(device.store)
            try edit.delete(key)
            try edit.save()
            write(words[1], Self.wholeObject, "deleted", device, step.line)
        default:
            throw script.failure(
                step.line,
                "'\(verb)' is no step: new, set, add, remove, delete, sync, offline, "
                    + "online, loses answer, killed POINT")
        }
    }

    /// Has every device that is online sync until nothing is left to do.
    private func settle(_ line: Int) async throws {
        var failure: MirrorFailure?
        for _ in 0..<100 {
            var didChange = false
            failure = nil
            for device in devices where device.cloud.isOnline {
                let report = await device.mirror.synchronize()
                didChange = didChange || report.didChange
                failure = failure ?? report.failure
            }
            try noteNames()
            if !didChange, failure == nil { return }
        }
        throw script.failure(
            line,
            failure.map { "the devices do not come to an end: \($0)" }
                ?? "the devices change each other's records without end")
    }

    /// Looks up the record names that devices gave.
    private func noteNames() throws {
        for (name, object) in objects where object.recordName == nil {
            guard let device = devices.first(where: { $0.name == object.device }) else { continue }
            objects[name]?.recordName = try MirrorLookup(device.store)
                .names(of: [object.key], codec)[object.key]
        }
    }

    // MARK: Edits

    private static let wholeObject = "(object)"

    private func write(
        _ name: String, _ field: String, _ value: String, _ device: Device, _ line: Int
    ) {
        if fields[name]?.contains(field) != true { fields[name, default: []].append(field) }
        writes[name, default: [:]][field, default: []].append((device.name, line, value))
    }

    private func create(
        _ entityName: String, _ name: String, on device: Device, _ step: MirrorScript.Step
    ) throws {
        guard let shape = codec.shape(named: entityName), !shape.entity.isAbstract else {
            let names = codec.allShapes.map(\.entity.name).filter { !$0.isEmpty }
            throw script.failure(
                step.line,
                "there is no entity '\(entityName)': "
                    + names.sorted().joined(separator: ", "))
        }
        guard objects[name] == nil else {
            throw script.failure(step.line, "there is an object '\(name)' already")
        }
        var edit = ObjectEdit(device.store)
        guard let key = try edit.insert(shape.entity) else { return }
        let made = try apply(step, to: key, shape.entity, &edit, on: device)
        try edit.save()
        objects[name] = Named(entity: entityName, device: device.name, key: key, recordName: nil)
        order.append(name)
        for (field, value) in made { write(name, field, value, device, step.line) }
    }

    private func set(_ name: String, on device: Device, _ step: MirrorScript.Step) throws {
        let key = try key(of: name, on: device, step.line)
        var edit = ObjectEdit(device.store)
        let made = try apply(
            step, to: key, codec.model.entities[key.entity], &edit, on: device)
        guard !made.isEmpty else {
            throw script.failure(step.line, "set needs values: {title: Milk}")
        }
        try edit.save()
        for (field, value) in made { write(name, field, value, device, step.line) }
    }

    private func apply(
        _ step: MirrorScript.Step, to key: ObjectKey, _ entity: ModelEntity,
        _ edit: inout ObjectEdit, on device: Device
    ) throws -> [(field: String, value: String)] {
        var made: [(String, String)] = []
        for (name, scalar) in step.values {
            switch entity.properties[name] {
            case .attribute(let place):
                let attribute = entity.attributes[place]
                guard let value = SimulatedValue.value(scalar, as: attribute.type) else {
                    throw script.failure(
                        step.line,
                        "'\(entity.name).\(name)' is \(attribute.type.rawValue), which "
                            + "'\(SimulatedValue.text(scalar))' is not")
                }
                edit.set(key, attribute, value)
                made.append((name, SimulatedValue.text(value, as: attribute.type)))
            case .toOne(let place):
                var target: ObjectKey?
                if scalar != .null {
                    target = try self.key(
                        of: SimulatedValue.text(scalar), as: entity.toOnes[place].destination,
                        on: device, step.line)
                }
                try edit.set(key, entity.toOnes[place], target)
                made.append((name, SimulatedValue.text(scalar)))
            case .toMany, .transient, .fetched, nil:
                throw script.failure(
                    step.line,
                    "'\(entity.name)' has no attribute and no relationship to one object "
                        + "that is named '\(name)'"
                        + (entity.properties[name] == nil ? "" : "; to many take add and remove"))
            }
        }
        return made
    }

    private func change(
        _ name: String, isIn: Bool, on device: Device, _ step: MirrorScript.Step
    ) throws {
        let key = try key(of: name, on: device, step.line)
        let entity = codec.model.entities[key.entity]
        var edit = ObjectEdit(device.store)
        for (property, scalar) in step.values {
            guard case .toMany(let place)? = entity.properties[property] else {
                throw script.failure(
                    step.line, "'\(entity.name).\(property)' is no relationship to many")
            }
            let other = SimulatedValue.text(scalar)
            try edit.set(
                key, entity.toManys[place],
                member: try self.key(
                    of: other, as: entity.toManys[place].destination, on: device, step.line),
                isIn: isIn)
            write(name, "\(property) \(other)", isIn ? "in" : "out", device, step.line)
        }
        try edit.save()
    }

    /// The object that a relationship to an entity takes.
    private func key(
        of name: String, as destination: Int, on device: Device, _ line: Int
    ) throws -> ObjectKey {
        let key = try key(of: name, on: device, line)
        let entity = codec.model.entities[destination]
        guard entity.family.contains(key.entity) else {
            throw script.failure(
                line,
                "'\(name)' is of \(codec.model.entities[key.entity].name), the relationship is to "
                    + entity.name)
        }
        return key
    }

    private func key(of name: String, on device: Device, _ line: Int) throws -> ObjectKey {
        guard let object = objects[name] else {
            throw script.failure(
                line,
                "there is no object '\(name)'"
                    + (order.isEmpty ? "" : ": " + order.joined(separator: ", ")))
        }
        if let key = try find(object, on: device) { return key }
        throw script.failure(
            line, "'\(name)' is not on \(device.name): it was deleted, or did not come there yet")
    }

    /// The object on a device, by the name of its record.
    private func find(_ object: Named, on device: Device) throws -> ObjectKey? {
        var key = object.device == device.name ? object.key : nil
        if let name = object.recordName {
            guard let known = try MirrorState(device.store).object(name), known.row > 0,
                let entity = codec.model.entity(named: known.entity)
            else { return nil }
            key = ObjectKey(entity: entity.number, row: known.row)
        }
        guard let key, try device.store.rows([key])[0] != nil else { return nil }
        return key
    }

    // MARK: Results

    /// What a device has in a field; nil where the object is gone.
    private func value(of name: String, _ field: String, on device: Device) throws -> String? {
        guard let object = objects[name] else { return nil }
        guard let key = try find(object, on: device), let row = try device.store.rows([key])[0]
        else {
            return field == Self.wholeObject ? "deleted" : nil
        }
        if field == Self.wholeObject { return "there" }
        let entity = codec.model.entities[key.entity]
        let parts = field.split(separator: " ").map(String.init)
        switch entity.properties[parts[0]] {
        case .attribute(let place):
            return SimulatedValue.text(row.attributes[place], as: entity.attributes[place].type)
        case .toOne(let place):
            guard let target = row.toOnes[place] else { return SimulatedValue.none }
            return try objects.first { try find($0.value, on: device) == target }?.key ?? "?"
        case .toMany(let place):
            guard let other = objects[parts[parts.count - 1]],
                let member = try find(other, on: device)
            else { return "out" }
            return try device.store.members(place, of: [key])[0].contains(member) ? "in" : "out"
        case .transient, .fetched, nil: return nil
        }
    }
}
