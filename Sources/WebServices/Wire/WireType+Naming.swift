import Foundation
import RecordCore

extension WireType {
    /// The type that a name stands for; nil for names that are not known.
    ///
    ///     WireType("STRING_LIST")        // a list of STRING
    ///     WireType("ENCRYPTED_BYTES")    // encrypted BYTES
    ///     WireType("UNKNOWN_LIST")       // a list, whatever it holds
    public init?(_ name: String) {
        guard let type = WireType.byName[name] else { return nil }
        self = type
    }

    /// The name.
    public var name: String {
        let scalar = scalar.map { $0 == .asset ? "ASSETID" : $0.rawValue } ?? "UNKNOWN"
        return (isEncrypted ? "ENCRYPTED_" : "") + scalar + (isList ? "_LIST" : "")
    }

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
