package import RecordCore

/// A zone as text, as seen by a record that points into it.
///
///     ZoneCoding.encode(ZoneID("Notes"), from: ZoneID("Lists"))  // "/Notes"
///     ZoneCoding.encode(ZoneID("Notes"), from: ZoneID("Notes"))  // nil
///
/// The zone of the record itself is nil, so that the usual pointer costs nothing. An owner that is
/// also the record's is left out: the reader puts in the record's owner.
package enum ZoneCoding {
    /// The text for a zone; nil for the record's own.
    package static func encode(_ zone: ZoneID, from holder: ZoneID) -> String? {
        if zone == holder { return nil }
        if zone.owner.hasSameBytes(as: holder.owner) || zone.owner == ZoneID.currentOwner {
            return zone.name == holder.name ? nil : "/" + zone.name
        }
        return escape.escaped(zone.owner) + "/" + zone.name
    }

    /// The zone that a text stands for; nil is the record's own.
    package static func decode(_ text: String?, from holder: ZoneID) -> ZoneID {
        // By bytes: with a mark behind it the slash is part of another character.
        guard let text, let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            return holder
        }
        let name = String(text[text.utf8.index(after: slash)...])
        let owner = text[..<slash]
        return ZoneID(name, owner: owner.isEmpty ? holder.owner : escape.unescaped(owner))
    }

    private static let escape = MarkEscape("/")
}
