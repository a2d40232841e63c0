import Foundation

/// Times of two things measured in turn, A B A B …, so that drift of the machine hits both.
struct Paired {
    var a: [Double] = []
    var b: [Double] = []

    /// The median of the ratios A/B, run by run.
    var ratio: Double { median(zip(a, b).map { $0 / $1 }) }
    var range: (Double, Double) {
        let ratios = zip(a, b).map { $0 / $1 }
        return (ratios.min() ?? 0, ratios.max() ?? 0)
    }
}

/// Runs both `rounds` times after one round that does not count.
func paired(
    rounds: Int = 7, _ a: () async throws -> Void, _ b: () async throws -> Void
) async throws -> Paired {
    var result = Paired()
    for round in 0...rounds {
        let first = try await seconds(a)
        let second = try await seconds(b)
        if round > 0 {
            result.a.append(first)
            result.b.append(second)
        }
    }
    return result
}

func seconds(_ body: () async throws -> Void) async throws -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try await body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

extension Double {
    func places(_ count: Int) -> String { String(format: "%.\(count)f", self) }
}

/// Keeps a result alive so that the optimiser cannot drop the work.
@inline(never) func keep<T>(_ value: T) {}

/// The folder of this package's sources, to find the formats beside them.
let benchmarksFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A rival program of the GNUstep folder, run with arguments; its output lines.
func gnustep(_ program: String, _ arguments: [String]) throws -> [String]? {
    let folder = benchmarksFolder.appendingPathComponent("GNUstep")
    let binary = folder.appendingPathComponent("build/\(program)")
    guard FileManager.default.isExecutableFile(atPath: binary.path) else {
        print("(GNUstep is not built: make -C Benchmarks/GNUstep)")
        return nil
    }
    let process = Process()
    process.executableURL = binary
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
}

func lines(of file: String) throws -> [String] {
    let url = benchmarksFolder.appendingPathComponent("GNUstep/\(file)")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
}
