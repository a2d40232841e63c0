import Crypto
import Foundation

/// Whether a request was signed by a key, and when.
enum SignatureCheck {
    /// The date that was signed, as clients write it.
    ///
    ///     2016-01-25T22:15:43Z    2016-01-25T22:15:43.123Z    2016-01-25T23:15:43+01:00
    static func date(_ text: String) -> Date? {
        var digits = Digits(Array(text.utf8.prefix(40)))
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2),
            digits.skip("-"), let day = digits.number(2), digits.skip("T"),
            let hour = digits.number(2), digits.skip(":"), let minute = digits.number(2),
            digits.skip(":"), let second = digits.number(2), 1...12 ~= month, 1...31 ~= day,
            hour < 24, minute < 60, second < 61
        else { return nil }
        if digits.skip(".") {
            guard digits.number(1) != nil else { return nil }
            while digits.number(1) != nil {}
        }
        var offset = 0
        if !digits.skip("Z") {
            let isEast = digits.skip("+")
            guard isEast || digits.skip("-"), let hours = digits.number(2) else { return nil }
            _ = digits.skip(":")
            guard let minutes = digits.number(2), hours < 24, minutes < 60 else { return nil }
            offset = (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
        }
        guard digits.isAtEnd else { return nil }
        // Days since 1970 of a date of the Gregorian calendar, years beginning in March.
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Date(
            timeIntervalSince1970: TimeInterval(
                days * 86_400 + hour * 3600 + minute * 60 + second - offset))
    }

    /// The first number of the signature when a key made it over one of the messages that
    /// clients sign; nil when it did not.
    static func verify(
        _ signature: RequestSignature, by point: P256.Signing.PublicKey
    ) -> [UInt8]? {
        guard signature.signature.utf8.count <= 200, signature.date.utf8.count <= 40,
            let der = Data(base64Encoded: signature.signature),
            // Bytes that are no signature are refused like a wrong one.
            let parsed = try? P256.Signing.ECDSASignature(derRepresentation: der)
        else { return nil }
        for message in messages(of: signature)
        where point.isValidSignature(parsed, for: Data(message.utf8)) {
            return Array(parsed.rawRepresentation.prefix(32))
        }
        return nil
    }

    private static let nothing = Data(SHA256.hash(data: Data())).base64EncodedString()

    /// What may have been signed: clients differ in the query, and in what stands for no body.
    private static func messages(of signature: RequestSignature) -> [String] {
        var hashes: [String]
        if let hash = signature.bodyHash {
            let text = Data(hash).base64EncodedString()
            hashes = text == nothing ? [nothing, ""] : [text]
        } else {
            hashes = ["", nothing]
        }
        return hashes.flatMap { hash in
            signature.subpaths.prefix(4).map { "\(signature.date):\(hash):\($0)" }
        }
    }

    /// Reads digits one after the other.
    private struct Digits {
        private var rest: ArraySlice<UInt8>

        init(_ text: [UInt8]) { rest = text[...] }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            var number = 0
            for byte in rest.prefix(count) {
                guard 48...57 ~= byte else { return nil }
                number = number * 10 + Int(byte) - 48
            }
            rest.removeFirst(count)
            return number
        }
    }
}
