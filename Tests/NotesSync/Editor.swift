import CloudKit
import TestRandom

/// A simulated user that writes notes: random, but the same for the same seed.
struct Editor {
    private var random: RandomNumbers
    private let device: String

    init(seed: UInt64, device: String) {
        random = RandomNumbers(seed: seed)
        self.device = device
    }

    private mutating func next(_ bound: Int) -> Int { random.number(0...bound - 1) }

    /// The 10,000 records with which everything begins: folders, tags and notes.
    mutating func first(_ count: Int) -> Mirror {
        var mirror = Mirror.empty
        for number in 0..<(count / 200) {
            mirror.entries["folder-\(number)"] = Mirror.Entry(
                type: "Folder", fields: ["title": .text("Folder \(number)"), "edit": .number(0)],
                isDirty: true)
        }
        for number in 0..<(count / 40) {
            mirror.entries["tag-\(number)"] = Mirror.Entry(
                type: "Tag",
                fields: [
                    "label": .text("tag \(number)"), "edit": .number(0),
                    "folders": .references(["folder-\(number % (count / 200))"]),
                ], isDirty: true)
        }
        for number in 0..<(count - count / 200 - count / 40) {
            mirror.entries["note-\(number)"] = note(number, folders: count / 200)
        }
        return mirror
    }

    private mutating func note(_ number: Int, folders: Int) -> Mirror.Entry {
        var fields: [String: Mirror.Field] = [
            "title": .text("Note \(number)"), "text": .text("Élan \(next(1000))"),
            "folder": .reference("folder-\(next(folders))"), "edit": .number(0),
        ]
        if number % 50 == 0 { fields["picture"] = .picture(picture()) }
        return Mirror.Entry(type: "Note", fields: fields, isDirty: true)
    }

    private mutating func picture() -> Data {
        let length = 200 + next(800)
        return Data((0..<length).map { _ in UInt8(next(256)) })
    }

    /// Some edits: mostly changes, often of the same notes that the other device changes.
    ///
    /// Gives back the names of what was changed and of what was deleted.
    mutating func edit(_ mirror: inout Mirror, times: Int) -> (saved: [String], deleted: [String]) {
        var saved: Set<String> = []
        var gone: Set<String> = []
        for _ in 0..<times {
            let number = next(10) < 6 ? next(40) : next(9000)
            let name = "note-\(number)"
            switch next(10) {
            case 0:
                let fresh = "note-\(device)-\(next(1_000_000))"
                guard mirror.entries[fresh] == nil else { continue }
                mirror.entries[fresh] = note(next(10_000), folders: 50)
                saved.insert(fresh)
            case 1 where number > 20:
                guard let entry = mirror.entries[name] else { continue }
                mirror.entries[name] = nil
                saved.remove(name)
                if entry.system != nil {
                    mirror.deleted.insert(name)
                    gone.insert(name)
                }
            default:
                guard var entry = mirror.entries[name] else { continue }
                entry.fields["edit"] = .number(entry.edit + 1 + next(3))
                entry.fields["text"] = .text("\(device) \(next(1_000_000))")
                if next(20) == 0 { entry.fields["picture"] = .picture(picture()) }
                if next(20) == 0 { entry.fields["picture"] = nil }
                entry.isDirty = true
                mirror.entries[name] = entry
                saved.insert(name)
            }
        }
        return (saved.sorted(), gone.sorted())
    }
}

extension Mirror {
    /// Nothing yet.
    static let empty = Mirror()
    private init() {}
}
