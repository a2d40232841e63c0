package import Foundation

/// Models, stores, schemas and traffic of real apps: in the folder that `QUARRY_DATA` names, or in
/// `shared/data` beside the package.
package enum RealData {
    /// The folder; nil where it is not there.
    package static let folder: URL? = {
        if let path = ProcessInfo.processInfo.environment["QUARRY_DATA"] {
            return URL(fileURLWithPath: path)
        }
        var place = URL(fileURLWithPath: #filePath)
        while place.path.count > 1 {
            place.deleteLastPathComponent()
            let data = place.appendingPathComponent("shared/data")
            if FileManager.default.fileExists(atPath: data.path) { return data }
        }
        return nil
    }()

    /// A file or a part of the folder, by its path; nil where it is not there.
    package static func file(_ path: String) -> URL? {
        guard let file = folder?.appendingPathComponent(path),
            FileManager.default.fileExists(atPath: file.path)
        else { return nil }
        return file
    }

    /// The files of some kinds in a part of the folder, in the order of their paths.
    ///
    ///     @Test(arguments: RealData.files("stores", "sqlite", "store"))
    package static func files(_ part: String, _ kinds: String...) -> [URL] {
        guard let folder else { return [] }
        let walk = FileManager.default.enumerator(
            at: folder.appendingPathComponent(part), includingPropertiesForKeys: nil)
        var found: [URL] = []
        while let file = walk?.nextObject() as? URL {
            if kinds.contains(file.pathExtension) { found.append(file) }
        }
        return found.sorted { $0.path < $1.path }
    }
}
