/// A number by which names are spread evenly, the same in every version and on every machine: FNV-1a
/// of 64 bits, and the finalizer of MurmurHash3, without which the lowest bits of similar names are
/// alike.
package enum StableHash {
    /// The part, of so many, to which a name belongs.
    ///
    ///     StableHash.part(of: "city-1", among: 16)  // 3
    package static func part(of name: String, among count: Int) -> Int {
        Int(number(name) % UInt64(count))
    }

    private static func number(_ name: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return hash ^ (hash >> 33)
    }
}
