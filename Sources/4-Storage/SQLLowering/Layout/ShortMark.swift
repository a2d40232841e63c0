extension String {
    /// Sixteen hexadecimal digits that tell a long text from others with the same beginning
    /// (FNV-1a).
    var shortMark: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let mark = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - mark.count) + mark
    }
}
