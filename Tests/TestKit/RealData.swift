package import Foundation

/// Models and stores of real apps, in a folder of data beside the package.
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

    /// The files of a kind in a part of the folder.
    package static func files(_ part: String, _ kind: String) -> [URL] {
        guard let folder else { return [] }
        let walk = FileManager.default.enumerator(
            at: folder.appendingPathComponent(part), includingPropertiesForKeys: nil)
        var found: [URL] = []
        while let file = walk?.nextObject() as? URL {
            if file.pathExtension == kind { found.append(file) }
        }
        return found.sorted { $0.path < $1.path }
    }
}
