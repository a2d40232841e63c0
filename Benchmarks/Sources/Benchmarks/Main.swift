import Foundation

/// Runs the benchmarks named on the command line, or all of them.
///
///     swift run -c release Benchmarks            all
///     swift run -c release Benchmarks parse fetch
@main
struct Main {
    static func main() async throws {
        let wanted = Set(CommandLine.arguments.dropFirst())
        let all: [(String, () async throws -> Void)] = [
            ("parse", ParseBenchmark.run),
            ("filter", FilterBenchmark.run),
            ("template", TemplateBenchmark.run),
            ("fetch", FetchBenchmark.run),
            ("summary", SummaryBenchmark.run),
            ("insert", InsertBenchmark.run),
            ("indexes", IndexBenchmark.run),
            ("radius", RadiusBenchmark.run),
            ("scale", ScaleBenchmark.run),
            ("cloudkit", CloudKitBenchmark.run),
            ("coredata", CoreDataBenchmark.run),
        ]
        for name in wanted where !all.contains(where: { $0.0 == name }) {
            print("There is no benchmark \(name); there are \(all.map(\.0).joined(separator: ", ")).")
            exit(2)
        }
        for (name, run) in all where wanted.isEmpty || wanted.contains(name) {
            print("\n## \(name)")
            try await run()
        }
    }
}
