#if Postgres
import CPostgres
import RecordCore

/// What is wrong with a URL by which no connection could be made.
///
/// libpq quotes the part that it cannot read, which may be the password or a piece of it.
enum PostgresURL {
    /// An error that shows nothing of the URL; nil where libpq reads it as it was meant.
    static func fault(of url: String) -> StoreError? {
        // libpq takes what is neither for the name of a database.
        guard url.contains("=") || url.contains("://") else { return nil }
        guard let settings = settings(of: url) else {
            return error(unknownSetting(of: url).map { "libpq knows no setting \($0)." } ?? advice)
        }
        // After an @ or a slash in a password the rest of it is read as a host, a port or a name.
        let port = settings["port"] ?? ""
        let isSplit =
            !port.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ",") }
            || settings["host"]?.dropFirst().contains("@") == true
            || url.contains("://") && settings["dbname"]?.contains("@") == true
        return isSplit ? error(advice) : nil
    }

    private static let advice =
        "In a user's name and a password, % is written as %25, / as %2F, @ as %40 and : as %3A; an "
        + "IPv6 address stands in brackets, and a port is a number."

    private static func error(_ advice: String) -> StoreError {
        StoreError(.cannotOpen, engineMessage: "The URL is malformed. \(advice)")
    }

    /// The settings that a URL has, by libpq's names; nil where it cannot be read.
    private static func settings(of url: String) -> [String: String]? {
        guard let list = PQconninfoParse(url, nil) else { return nil }
        defer { PQconninfoFree(list) }
        return names(list).reduce(into: [:]) { $0[$1.name] = $1.value }
    }

    /// The first setting behind the question mark that libpq does not have.
    private static func unknownSetting(of url: String) -> String? {
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // With an @ behind it, the question mark may be one of a password.
        guard parts.count == 2, !parts[1].contains("@"), let list = PQconndefaults() else {
            return nil
        }
        defer { PQconninfoFree(list) }
        // `ssl` is what libpq reads for other clients' sake.
        let known = Set(names(list).map(\.name) + ["ssl"])
        for setting in parts[1].split(separator: "&") {
            let name = String(setting.prefix { $0 != "=" })
            // Behind a password, or without a value, it may be a part of one.
            guard setting.contains("="), name.allSatisfy({ $0 == "_" || $0.isLetter }),
                !name.hasSuffix("password")
            else { return nil }
            if !known.contains(name) { return name }
        }
        return nil
    }

    private static func names(
        _ list: UnsafeMutablePointer<PQconninfoOption>
    ) -> [(name: String, value: String?)] {
        var names: [(name: String, value: String?)] = []
        var option = list
        while let name = option.pointee.keyword {
            names.append((String(cString: name), option.pointee.val.map { String(cString: $0) }))
            option += 1
        }
        return names
    }
}
#endif
