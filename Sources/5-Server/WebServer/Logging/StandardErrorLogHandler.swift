import Foundation
package import Logging

/// Writes each log line on standard error: as one JSON object, or for people to read.
///
///     {"time":"2026-11-22T06:40:31.120Z","level":"info","message":"listening","port":"8080"}
///     06:40:31 info listening port=8080
package struct StandardErrorLogHandler: LogHandler {
    /// What stands in every line.
    package var metadata: Logger.Metadata = [:]
    /// What is less important is left out.
    package var logLevel: Logger.Level = .info
    private let isJSON: Bool

    /// Creates a handler without metadata.
    package init(isJSON: Bool) { self.isJSON = isJSON }

    /// One value of what stands in every line.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line to standard error.
    package func log(event: LogEvent) {
        let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        guard isJSON else {
            let rest = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            let line = "\(time.dropFirst(11).prefix(8)) \(event.level) \(event.message)\(rest)\n"
            return write(Data(line.utf8))
        }
        var object: [String: String] = all.mapValues { "\($0)" }
        object["message"] = "\(event.message)"
        object["level"] = event.level.rawValue
        object["time"] = time
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts always encode.
        guard var line = try? encoder.encode(object) else { return }
        line.append(UInt8(ascii: "\n"))
        write(line)
    }

    private func write(_ line: Data) {
        // A server goes on where its log cannot: on a full disk, or without a reader.
        try? FileHandle.standardError.write(contentsOf: line)
    }
}
