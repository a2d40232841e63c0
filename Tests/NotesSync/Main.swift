import CloudKit

/// A device of the notes' model app: edits notes at random and syncs them, until it is done or
/// killed.
///
///     notes-sync cloud.db tokens phone.dir 7 20   # 20 rounds of edits with seed 7
///     notes-sync cloud.db engine laptop.dir 9 0   # no edits: sync until nothing is left
@main struct NotesSync {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let seed = UInt64(arguments[4]), let rounds = Int(arguments[5])
        else {
            print("usage: notes-sync STORE tokens|engine FOLDER SEED ROUNDS")
            exit(2)
        }
        let folder = URL(fileURLWithPath: arguments[3])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let cloud = try await LocalCloud(at: arguments[1])
        let name = folder.lastPathComponent
        let container = cloud.container("iCloud.org.quarry.notes", user: "ann", device: name)
        let device: any Device =
            arguments[2] == "engine"
            ? try EngineDevice(container, folder: folder)
            : try TokenDevice(container, folder: folder)
        var editor = Editor(seed: seed, device: name)
        if rounds < 0 {
            // The first device of all fills the cloud.
            device.mirror = editor.first(-rounds)
            try device.save()
        }
        try await device.start()
        if rounds < 0 {
            try await device.send()
            try device.save()
        }
        for _ in 0..<max(0, rounds) {
            let (saved, deleted) = editor.edit(&device.mirror, times: 30)
            device.edited(saved: saved, deleted: deleted)
            try device.save()
            try await device.send()
            try await device.fetch()
            try device.save()
        }
        // Until both sides have said everything.
        try await device.fetch()
        while device.mirror.entries.values.contains(where: \.isDirty)
            || !device.mirror.deleted.isEmpty
        {
            try await device.send()
            try await device.fetch()
        }
        try device.save()
        try await cloud.close()
        print("done \(device.mirror.entries.count)")
    }
}

/// What the two kinds of device do.
protocol Device: AnyObject {
    var mirror: Mirror { get set }
    var folder: URL { get }
    /// Makes ready to sync.
    func start() async throws
    /// Hears of what was edited.
    func edited(saved: [String], deleted: [String])
    /// Sends what is dirty.
    func send() async throws
    /// Takes in what others did.
    func fetch() async throws
}

extension Device {
    func save() throws { try mirror.save(to: folder.appendingPathComponent("mirror.json")) }
}
