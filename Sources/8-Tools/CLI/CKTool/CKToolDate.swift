#if Server
import Foundation
import RecordJSON

/// Instants as people write them for `cktool`.
enum CKToolDate {
    /// The instant of a text: ISO 8601, `2021-04-28`, `2021-04-28 17:05`, `04-28-2021` and
    /// `04/28/2021, 5:05 pm`; what names no zone is meant where the tool runs.
    static func date(_ text: String, in zone: TimeZone = .current) -> Date? {
        let given = text.trimmingCharacters(in: .whitespaces)
        // With a zone there is nothing to be guessed.
        if given.contains("T"), given.hasSuffix("Z") || hasOffset(given) {
            return ISODate.date(given)
        }
        if let utc = ISODate.date(given) { return local(utc, zone) }
        return american(given).flatMap { ISODate.date($0) }.map { local($0, zone) }
    }

    private static func hasOffset(_ text: String) -> Bool {
        guard let time = text.split(separator: "T").last else { return false }
        return time.contains("+") || time.contains("-")
    }

    /// What a clock in the zone shows when it shows what one in UTC does at the instant.
    private static func local(_ utc: Date, _ zone: TimeZone) -> Date {
        let guess = utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: utc)))
        return utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
    }

    /// `04/28/2021, 5:05 pm` as `2021-04-28T17:05`.
    private static func american(_ text: String) -> String? {
        let words = text.lowercased().replacingOccurrences(of: ",", with: " ")
            .split(separator: " ").map(String.init)
        guard let day = words.first else { return nil }
        let parts = day.split(whereSeparator: { $0 == "-" || $0 == "/" }).compactMap { Int($0) }
        guard parts.count == 3, words.count <= 3, (1...12).contains(parts[0]),
            (1...31).contains(parts[1]), (0...9999).contains(parts[2])
        else { return nil }
        var clock = "00:00"
        if words.count > 1 {
            let time = words[1].split(separator: ":").compactMap { Int($0) }
            guard time.count == 2, (0...23).contains(time[0]), (0...59).contains(time[1])
            else { return nil }
            var hour = time[0]
            if words.count == 3 {
                guard words[2] == "am" || words[2] == "pm", (1...12).contains(hour) else {
                    return nil
                }
                hour = hour % 12 + (words[2] == "pm" ? 12 : 0)
            }
            clock = String(format: "%02d:%02d", hour, time[1])
        }
        return String(format: "%04d-%02d-%02dT", parts[2], parts[0], parts[1]) + clock
    }
}
#endif
