package import Foundation
package import PredicateCore
package import RecordJSON

/// A value that a member can have.
package protocol WireMemberValue {
    /// Reads the value; nil of `null`.
    ///
    /// - Throws: `BAD_REQUEST` with the member's name where the value is of another kind.
    static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> Self?
    /// Appends the value.
    func write(to writer: inout JSONWriter)
}

extension String: WireMemberValue {
    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> String? { try reader.text(name.description) }

    package func write(to writer: inout JSONWriter) { writer.append(text: self) }
}

extension Bool: WireMemberValue {
    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> Bool? { try reader.flag(name.description) }

    package func write(to writer: inout JSONWriter) { writer.append(flag: self) }
}

extension Int64: WireMemberValue {
    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> Int64? { try reader.integer(name.description) }

    package func write(to writer: inout JSONWriter) { writer.append(integer: self) }
}

extension Int: WireMemberValue {
    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> Int? { try reader.integer(name.description).map(Int.init(clamping:)) }

    package func write(to writer: inout JSONWriter) { writer.append(integer: Int64(self)) }
}

extension Double: WireMemberValue {
    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> Double? { try reader.double(name.description) }

    package func write(to writer: inout JSONWriter) { writer.append(number: self) }
}

extension [String]: WireMemberValue {
    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> [String]? { try reader.texts(name.description) }

    package func write(to writer: inout JSONWriter) { writer.append(texts: self) }
}

extension ZoneID: WireMemberValue {
    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> ZoneID? { try reader.zone(name.description) }

    package func write(to writer: inout JSONWriter) { writer.append(self) }

    /// The zone with the name of an owner in the place of ``currentOwner``; nil leaves that.
    func named(_ owner: String?) -> ZoneID {
        guard let owner, self.owner == ZoneID.currentOwner else { return self }
        return ZoneID(name, owner: owner)
    }
}

/// Base64; text that is none is passed over.
extension Data: WireMemberValue {
    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> Data? {
        try reader.text(name.description).flatMap { Data(base64Encoded: $0) }
    }

    package func write(to writer: inout JSONWriter) { writer.append(base64: self) }
}

/// One of a few words; others are passed over.
package protocol WireWord: WireMemberValue {
    /// The word on the wire.
    var wireName: String { get }
    /// What a word stands for; nil of one that is not known.
    init?(wireName: String)
}

extension WireWord {
    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> Self? {
        try reader.text(name.description).flatMap { Self(wireName: $0) }
    }

    package func write(to writer: inout JSONWriter) { writer.append(text: wireName) }
}

extension WireWord where Self: RawRepresentable, RawValue == String {
    package var wireName: String { rawValue }
}

extension WireWord where Self: CaseIterable {
    package init?(wireName: String) {
        guard let known = Self.allCases.first(where: { $0.wireName == wireName }) else {
            return nil
        }
        self = known
    }
}

/// One of a few numbers; others are passed over.
package protocol WireCode: WireMemberValue, RawRepresentable<Int> {}

extension WireCode {
    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> Self? {
        try reader.integer(name.description).flatMap { Self(rawValue: Int(clamping: $0)) }
    }

    package func write(to writer: inout JSONWriter) { writer.append(integer: Int64(rawValue)) }
}
