public import Foundation

/// The versions of a model as they lie in a `.xcdatamodeld`, and which of them is the current.
///
///     let bundle = try ModelBundle(contentsOf: url)  // Notes.xcdatamodeld
///     bundle.name                                    // "Notes"
///     bundle.current?.model.entities.map(\.name)     // ["Note"]
public struct ModelBundle: Sendable {
    /// One version of the model.
    ///
    ///     for version in bundle.versions {
    ///         print(version.name, version.model.entities.count)  // Notes 1
    ///     }
    public struct Version: Sendable {
        /// Its name, without `.xcdatamodel`.
        public let name: String
        /// The file that was read.
        public let file: URL
        /// What the file holds: XML.
        public let contents: Data
        /// The entities, configurations and templates that the XML declares.
        public let model: ObjectModel
    }

    /// The model's name: that of its folder, without an extension.
    public let name: String
    /// Its versions, by name.
    public let versions: [Version]
    /// The name of the version that new stores get.
    public let currentName: String

    /// The version that new stores get.
    public var current: Version? { versions.first { $0.name == currentName } }

    /// Reads a `.xcdatamodeld`, a `.xcdatamodel`, or a `contents` file.
    ///
    ///     let bundle = try ModelBundle(contentsOf: URL(fileURLWithPath: "Notes.xcdatamodeld"))
    ///     bundle.versions.map(\.name)  // ["Notes", "Notes 2"]
    ///     bundle.currentName           // "Notes 2"
    ///
    /// Without a `.xccurrentversion` the only version is the current one, or else the one that
    /// has the model's name, or else the last by name.
    ///
    /// - Throws: `ModelFileError` with file and line.
    public init(contentsOf url: URL) throws(ModelFileError) {
        let name = url.deletingPathExtension().lastPathComponent
        switch url.pathExtension {
        case "xcdatamodeld":
            try self.init(versionsIn: url, name: name)
        case "xcdatamodel":
            let version = try Version(
                name: name, file: url.appendingPathComponent("contents"))
            self.init(name: name, versions: [version], currentName: name)
        default:
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(
                atPath: url.path, isDirectory: &isFolder)
            guard !isThere || !isFolder.boolValue else {
                throw ModelFileError(.notAModel, file: url.path)
            }
            let folder = url.deletingLastPathComponent()
            let own = url.lastPathComponent == "contents" && folder.pathExtension == "xcdatamodel"
            let version = try Version(
                name: own ? folder.deletingPathExtension().lastPathComponent : name, file: url)
            self.init(name: version.name, versions: [version], currentName: version.name)
        }
    }

    private init(name: String, versions: [Version], currentName: String) {
        self.name = name
        self.versions = versions
        self.currentName = currentName
    }

    private init(versionsIn folder: URL, name: String) throws(ModelFileError) {
        // The error thrown names the folder.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw ModelFileError(.unreadable, file: folder.path)
        }
        var versions: [Version] = []
        let suffix = ".xcdatamodel"
        let found = names.filter { $0.hasSuffix(suffix) }.map { $0.dropLast(suffix.count) }
        for one in found.sorted() {
            let file = folder.appendingPathComponent(one + suffix + "/contents")
            versions.append(try Version(name: String(one), file: file))
        }
        guard let last = versions.last else {
            throw ModelFileError(
                .notAModel, file: folder.path, context: ["expected": "a .xcdatamodel in it"])
        }
        let current = try Self.currentVersion(in: folder)
        guard let current else {
            let sameName = versions.first { $0.name == name }
            self.init(
                name: name, versions: versions, currentName: (sameName ?? last).name)
            return
        }
        guard versions.contains(where: { $0.name == current }) else {
            throw ModelFileError(
                .unknownName, file: folder.appendingPathComponent(".xccurrentversion").path,
                context: ["version": current])
        }
        self.init(name: name, versions: versions, currentName: current)
    }

    /// The version named in `.xccurrentversion`; nil where there is no such file.
    private static func currentVersion(in folder: URL) throws(ModelFileError) -> String? {
        let file = folder.appendingPathComponent(".xccurrentversion")
        guard let data = try? Data(contentsOf: file) else { return nil }
        // What is no property list is refused.
        guard let entries = (try? PropertyTree(data))?.dictionary else {
            throw ModelFileError(.malformed, file: file.path)
        }
        guard let name = entries["_XCCurrentVersionName"]?.text else { return nil }
        return name.hasSuffix(".xcdatamodel") ? String(name.dropLast(".xcdatamodel".count)) : name
    }
}

extension ModelBundle.Version {
    /// Reads one `contents` file.
    fileprivate init(name: String, file: URL) throws(ModelFileError) {
        guard let contents = try? Data(contentsOf: file) else {
            throw ModelFileError(.unreadable, file: file.path)
        }
        do throws(ModelFileError) {
            self.init(
                name: name, file: file, contents: contents, model: try ObjectModel(xml: contents))
        } catch {
            var placed = error
            placed.file = file.path
            throw placed
        }
    }
}
