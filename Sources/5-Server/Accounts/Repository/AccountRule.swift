import Foundation

/// What names, addresses and passwords may be.
enum AccountRule {
    private static let reserved: Set<String> = [
        "_world", "_icloud", "_creator", "_defaultowner", "__defaultowner__",
    ]

    static func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A text; nil for an empty one.
    static func filled(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }

    /// Refuses a part of what was given that is not as it should be.
    static func require(
        _ isGood: Bool, _ message: String, of field: String
    ) throws(AccountError) {
        guard isGood else { throw AccountError(.invalid, message, field: field) }
    }

    static func check(name: String) throws(AccountError) {
        try require(
            !name.isEmpty && name.count <= 100 && name.utf8.count <= 400 && isPrintable(name),
            "A name has 1 to 100 characters, and no control characters.", of: "name")
    }

    static func check(recordName: String) throws(AccountError) {
        let isPlain = recordName.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0))
        }
        try require(
            recordName.hasPrefix("_") && 2...255 ~= recordName.utf8.count && isPlain
                && !reserved.contains(recordName.lowercased()),
            "The record name of a user begins with _ and goes on with letters, digits, "
                + "_, - or full stops.", of: "recordName")
    }

    static func check(password: String, _ options: AccountOptions) throws(AccountError) {
        try require(
            password.count >= options.minimumPasswordLength,
            "A password has at least \(options.minimumPasswordLength) characters.", of: "password")
        try require(
            password.utf8.count <= 1024, "A password has at most 1024 bytes.", of: "password")
    }

    static func text(_ text: String?, _ field: String) throws(AccountError) -> String? {
        guard let text = text.map(trimmed) else { return nil }
        try require(
            text.utf8.count <= 400 && isPrintable(text),
            "This is too long, or has control characters.", of: field)
        return text
    }

    static func address(_ text: String?, _ field: String) throws(AccountError) -> String? {
        guard let text = try self.text(text, field), !text.isEmpty else { return text }
        let isGood: Bool
        if field == "email" {
            let sides = text.split(separator: "@", omittingEmptySubsequences: false)
            isGood = sides.count == 2 && sides.allSatisfy { !$0.isEmpty } && !text.contains(" ")
        } else {
            isGood = AccountState.folded(phone: text).utf8.count > 6
        }
        let what = field == "email" ? "an e-mail address" : "a telephone number"
        try require(isGood, "This is not \(what).", of: field)
        return text
    }

    /// Refuses a name or an address that another user has; an unconfirmed address is free.
    static func checkFree(_ user: User, in state: AccountState) throws(AccountError) {
        if let other = state.names[AccountState.folded(user.name)], other != user.recordName {
            throw AccountError(.exists, "There is a user of this name already.", field: "name")
        }
        guard user.claimsAddresses else { return }
        let addresses = [
            ("email", user.email.map { AccountState.folded($0) }),
            ("phone", user.phone.map { AccountState.folded(phone: $0) }),
        ]
        for (field, address) in addresses {
            if let address, let other = state.addresses[address], other != user.recordName {
                throw AccountError(.exists, "This address belongs to another user.", field: field)
            }
        }
    }

    private static func isPrintable(_ text: String) -> Bool {
        !text.unicodeScalars.contains { CharacterSet.controlCharacters.contains($0) }
    }
}
