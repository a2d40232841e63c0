import RecordCore
import RecordJSON

extension WireType {
    /// The type that a name stands for; nil for names that are not known.
    ///
    ///     WireType("STRING_LIST")        // a list of STRING
    ///     WireType("ENCRYPTED_BYTES")    // encrypted BYTES
    ///     WireType("UNKNOWN_LIST")       // a list, whatever it holds
    package init?(_ name: String) {
        guard let type = WireType.byName[name] else { return nil }
        self = type
    }

    /// The type that a name stands for, as it stands in the text.
    init?(_ name: JSONKey) {
        // The common ones without a text to be hashed.
        switch name {
        case "STRING": self.init(.string)
        case "INT64": self.init(.int64)
        case "DOUBLE": self.init(.double)
        case "TIMESTAMP": self.init(.timestamp)
        case "REFERENCE": self.init(.reference)
        case "BYTES": self.init(.bytes)
        case "LOCATION": self.init(.location)
        case "ASSETID": self.init(.asset)
        case "STRING_LIST": self.init(.string, isList: true)
        default:
            guard let text = name.text else { return nil }
            self.init(text)
        }
    }

    /// The name on the wire: `STRING`, `ASSETID`, `INT64_LIST`, `ENCRYPTED_BYTES`.
    package var name: String {
        let scalar = scalar.map { $0 == .asset ? "ASSETID" : $0.rawValue } ?? "UNKNOWN"
        return (isEncrypted ? "ENCRYPTED_" : "") + scalar + (isList ? "_LIST" : "")
    }

    /// The type without encryption.
    ///
    /// Replies say it, with `"isEncrypted":true` beside it; our own client has `ENCRYPTED_STRING`.
    var plain: WireType { WireType(scalar, isList: isList) }

    /// A list whose members say their own types, because these differ.
    ///
    /// No field holds it, and the store says so. Only our own client sends it.
    static let mixedListName = "MIXED_LIST"
    /// Something that no field holds; the store says so.
    ///
    /// Only our own client sends it.
    static let unsupportedName = "UNSUPPORTED"

    private static let byName: [String: WireType] = {
        var types: [String: WireType] = [
            "UNKNOWN_LIST": WireType(nil, isList: true),
            "EMPTY_LIST": WireType(nil, isList: true),
            "ASSET": WireType(.asset), "ASSET_LIST": WireType(.asset, isList: true),
            "NUMBER_INT64": WireType(.int64), "NUMBER_DOUBLE": WireType(.double),
        ]
        for scalar in ScalarType.allCases {
            for isList in [false, true] {
                for isEncrypted in [false, true] {
                    let type = WireType(scalar, isList: isList, isEncrypted: isEncrypted)
                    types[type.name] = type
                }
            }
        }
        return types
    }()
}
