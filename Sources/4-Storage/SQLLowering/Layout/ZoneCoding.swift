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
        return escape(zone.owner) + "/" + zone.name
    }

    /// The zone that a text stands for; nil is the record's own.
    package static func decode(_ text: String?, from holder: ZoneID) -> ZoneID {
        // By bytes: with a mark behind it the slash is part of another character.
        guard let text, let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            return holder
        }
        let name = String(text[text.utf8.index(after: slash)...])
        let owner = text[..<slash]
        return ZoneID(name, owner: owner.isEmpty ? holder.owner : unescape(owner))
    }

    private static func escape(_ owner: String) -> String {
        guard owner.utf8.contains(where: { $0 == 0x2F || $0 == 0x25 }) else { return owner }
        var text = ""
        for scalar in owner.unicodeScalars {
            switch scalar {
            case "/": text += "%2F"
            case "%": text += "%25"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func unescape(_ owner: Substring) -> String {
        guard owner.utf8.contains(0x25) else { return String(owner) }
        var text = ""
        var rest = owner.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                text.unicodeScalars.append(scalar)
                continue
            }
            let code = String(String.UnicodeScalarView(rest.prefix(2)))
            rest = rest.dropFirst(2)
            text += code == "2F" ? "/" : "%"
        }
        return text
    }
}
