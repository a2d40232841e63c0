import Foundation
import CoreDataModel

// A model as it goes into the program: in its source, and as a resource beside it.
extension ModelBundle {
    /// Adds the function that makes the model known by its name.
    func writeRegistration(to writer: inout SourceWriter, number: Int, module: String) {
        writer.line("private nonisolated func __registerManagedModel\(number)() {")
        writer.line("ManagedRegistry.register(", indent: 1)
        writer.line("model: \(literal(name)),", indent: 2)
        writer.line("versions: [", indent: 2)
        for version in versions {
            writer.line(
                "(\(literal(version.name)), \(Self.rawLiteral(version.contents))),", indent: 3)
        }
        writer.line("],", indent: 2)
        writer.line(
            "current: \(literal(currentName)), module: \(literal(module)))", indent: 2)
        writer.line("}")
        writer.line()
    }

    /// A text of several lines in which nothing needs an escape.
    static func rawLiteral(_ data: Data) -> String {
        let text = String(decoding: data, as: UTF8.self)
            .replacingOccurrences(of: "\r\n", with: "\n")
            .replacingOccurrences(of: "\r", with: "\n")
            .filter { $0 != "\0" }
        var longest = 0
        var run = 0
        for character in text.utf8 {
            run = character == UInt8(ascii: "#") ? run + 1 : 0
            longest = max(longest, run)
        }
        let marks = String(repeating: "#", count: longest + 1)
        return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
    }

    /// Writes the compiled model: `Notes.momd` with a file for each version, or `Notes.mom`.
    ///
    /// The files hold XML, which `NSManagedObjectModel` reads as well as Apple's archives.
    func writeResource(to path: String) throws {
        let url = URL(fileURLWithPath: path)
        guard url.pathExtension == "momd" else {
            try current?.contents.write(to: url)
            return
        }
        // The folder is deleted and made again, so that its date tells the build of the change.
        if FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(at: url)
        }
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for version in versions {
            try version.contents.write(to: url.appendingPathComponent(version.name + ".mom"))
        }
        let information: [String: Any] = [
            "NSManagedObjectModel_CurrentVersionName": currentName,
            // The versions by their names; Apple's hashes of their entities cannot be computed.
            "NSManagedObjectModel_VersionHashes": Dictionary(
                uniqueKeysWithValues: versions.map { ($0.name, [String: Data]()) }),
        ]
        let list = try PropertyListSerialization.data(
            fromPropertyList: information, format: .xml, options: 0)
        try list.write(to: url.appendingPathComponent("VersionInfo.plist"))
    }

    /// The extension through which `Bundle` finds the target's models under the names that they
    /// have in an app of Xcode.
    ///
    /// Where the resources were left behind, the name alone leads to the embedded model.
    static func writeBundleLookup(
        for models: [ModelBundle], resources: String, to writer: inout SourceWriter
    ) {
        guard !models.isEmpty else { return }
        let names = models.map { literal($0.name) }.joined(separator: ", ")
        writer.line(
            #"""
            extension Bundle {
                /// As Foundation's; a model of this target is found in every bundle.
                @_disfavoredOverload
                nonisolated func url(forResource name: String?, withExtension ext: String?) -> URL? {
                    if let path = path(forResource: name, ofType: ext) {
                        return URL(fileURLWithPath: path)
                    }
                    guard let name, ext == "momd" || ext == "mom",
                        [\#(names)].contains(name)
                    else { return nil }
                    let file = Bundle.main.bundleURL
                        .appendingPathComponent(\#(literal(resources)) + "/\(name).\(ext ?? "")")
                    if FileManager.default.fileExists(atPath: file.path) { return file }
                    return bundleURL.appendingPathComponent("\(name).momd")
                }
            }

            """#)
    }
}
