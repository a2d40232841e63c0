import Foundation
package import Logging

/// Writes each log line as one JSON object on standard error.
///
///     {"time":"2026-11-22T06:40:31.120Z","level":"info","message":"listening","port":"8080"}
package struct JSONLogHandler: LogHandler {
    /// What stands in every line.
    package var metadata: Logger.Metadata = [:]
    /// What is less important is left out.
    package var logLevel: Logger.Level = .info

    /// Creates a handler without metadata.
    package init() {}

    /// One value of what stands in every line.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line of JSON to standard error.
    package func log(event: LogEvent) {
        var object: [String: String] = metadata.mapValues { "\($0)" }
        for (key, value) in event.metadata ?? [:] { object[key] = "\(value)" }
        object["message"] = "\(event.message)"
        object["level"] = event.level.rawValue
        object["time"] = LogTime.now
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers always encode.
        guard var line = try? encoder.encode(object) else { return }
        line.append(UInt8(ascii: "\n"))
        FileHandle.standardError.write(line)
    }
}

/// Writes each log line for people to read, on standard error.
///
///     06:40:31 info listening port=8080
package struct TextLogHandler: LogHandler {
    /// What stands in every line.
    package var metadata: Logger.Metadata = [:]
    /// What is less important is left out.
    package var logLevel: Logger.Level = .info

    /// Creates a handler without metadata.
    package init() {}

    /// One value of what stands in every line.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line of text to standard error.
    package func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let rest = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let line = "\(LogTime.now.dropFirst(11).prefix(8)) \(event.level) \(event.message)\(rest)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }
}

private enum LogTime {
    static var now: String {
        Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
