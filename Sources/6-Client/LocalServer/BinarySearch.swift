import Foundation

/// Looks for the tool.
struct BinarySearch {
    var environment = ProcessInfo.processInfo.environment
    var directory = FileManager.default.currentDirectoryPath
    var program =
        // Systems without /proc say it by the first argument.
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        ?? CommandLine.arguments.first ?? ""

    /// The path of the tool.
    ///
    /// - Throws: ``LocalServerError/Code/noBinary`` with the places that were looked at.
    func path() throws -> String {
        if let given = environment["QUARRY_BINARY"], !given.isEmpty {
            guard isProgram(given) else {
                throw LocalServerError(
                    .noBinary, "QUARRY_BINARY names no program", detail: given)
            }
            return given
        }
        let places = candidates
        guard let found = places.first(where: isProgram) else {
            throw LocalServerError(
                .noBinary,
                "There is no quarry; build it, install its package or set QUARRY_BINARY",
                detail: "looked at " + places.joined(separator: ", "))
        }
        return found
    }

    /// Where it may be, the likeliest first.
    var candidates: [String] {
        let beside = URL(fileURLWithPath: program).deletingLastPathComponent().path
        let built = ["debug", "release"].map { "\(directory)/.build/\($0)" }
        let inPath = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        var seen: Set<String> = []
        // While a package is developed, its executable has the name of its target.
        let names = [beside].flatMap { ["\($0)/quarry", "\($0)/CLI"] }
        return (names + (built + inPath).map { "\($0)/quarry" }).filter { seen.insert($0).inserted }
    }

    private func isProgram(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            && !isDirectory.boolValue && FileManager.default.isExecutableFile(atPath: path)
    }
}
