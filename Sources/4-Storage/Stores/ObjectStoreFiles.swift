import Foundation
import ObjectCore
import SQLStorage

/// The files of large values beside a store: `.Notes_SUPPORT/_EXTERNAL_DATA/` for `Notes.sqlite`.
enum ObjectStoreFiles {
    /// Removes those of a store that was removed, with the directories that Core Data makes for them;
    /// other things in there stay, and all of it where another store keeps files there too.
    static func removeExternalData(of path: String) throws {
        let files = FileManager.default
        let directory = ExternalData.directory(of: path)
        guard files.fileExists(atPath: directory), ExternalData.stores(of: directory) == 0
        else { return }
        do {
            for name in try files.contentsOfDirectory(atPath: directory)
            where UUID(uuidString: name) != nil {
                try files.removeItem(atPath: directory + "/" + name)
            }
        } catch {
            throw ObjectStoreError(.cannotOpen, error.localizedDescription, path: directory)
        }
        // Neither goes while something else is in it.
        if rmdir(directory) == 0 {
            rmdir(URL(fileURLWithPath: directory).deletingLastPathComponent().path)
        }
    }

    /// Copies those of one store beside another, all on the disk.
    static func copyExternalData(of source: String, to path: String) throws {
        let files = FileManager.default
        let (old, new) = (ExternalData.directory(of: source), ExternalData.directory(of: path))
        guard old != new, let names = try? files.contentsOfDirectory(atPath: old) else { return }
        // Those of a store that is about to come there have the rights that its source has.
        let model = access(path, F_OK) == 0 ? path : source
        let system = SystemFiles(like: model)
        do {
            let wanted = names.filter { UUID(uuidString: $0) != nil }
            if !wanted.isEmpty { try system.makeDirectory(new) }
            for name in wanted where !files.fileExists(atPath: new + "/" + name) {
                let copy = new + "/" + name + ".copy"
                // It need not be there; copying says where it cannot be replaced.
                try? files.removeItem(atPath: copy)
                try files.copyItem(atPath: old + "/" + name, toPath: copy)
                SystemFiles.makeAlike(copy, model)
                try system.sync(copy)
                try system.move(copy, to: new + "/" + name)
            }
            if !wanted.isEmpty { try system.syncDirectory(new) }
        } catch {
            throw ObjectStoreError(.cannotOpen, "\(error)", path: new)
        }
    }
}
