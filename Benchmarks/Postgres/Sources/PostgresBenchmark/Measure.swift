import Foundation

/// How fast something is, and what it costs the client and the server together.
struct Measure {
    /// Requests a second.
    let rate: Double
    /// Microseconds of processor a request, which other work on the machine changes less.
    let processor: Double

    /// Measures requests that are made for some seconds.
    init(_ cluster: Cluster, _ seconds: Double, _ rate: () async throws -> Double) async throws {
        let before = Measure.used(cluster)
        self.rate = try await rate()
        // The time of ended processes is that of their parent once it has noticed.
        try await Task.sleep(for: .milliseconds(100))
        processor = (Measure.used(cluster) - before) / (self.rate * seconds)
    }

    /// Microseconds of processor that this program, its children and a cluster have used so far.
    private static func used(_ cluster: Cluster) -> Double {
        var sum = 0.0
        for subject in [RUSAGE_SELF, RUSAGE_CHILDREN] {
            var usage = rusage()
            getrusage(__rusage_who_t(subject.rawValue), &usage)
            for time in [usage.ru_utime, usage.ru_stime] {
                sum += Double(time.tv_sec) * 1_000_000 + Double(time.tv_usec)
            }
        }
        func words(_ path: String) -> [Substring] {
            (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ") ?? []
        }
        let process =
            (try? String(contentsOf: cluster.process, encoding: .utf8))?
            .split(separator: "\n").first.map(String.init) ?? ""
        let children = words("/proc/\(process)/task/\(process)/children").map(String.init)
        for other in [process] + children {
            // Its own time and that of its ended children: fields 14 to 17 of proc(5), whose second
            // one has spaces.
            let fields = words("/proc/\(other)/stat").drop { !$0.hasSuffix(")") }
            let ticks = fields.dropFirst(12).prefix(4).compactMap { Double($0) }.reduce(0, +)
            sum += ticks * 1_000_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
        return sum
    }
}
