import Accounts

/// Addresses that begin alike.
///
///     AddressRange("10.0.0.0/8")?.contains("10.1.2.3")  // true
///     AddressRange("::1")?.contains("::1")              // true
///     AddressRange("10.0.0.0/40")                       // nil
package struct AddressRange: Hashable, Sendable {
    private let base: NetworkAddress
    /// How many bits must be alike, of 128.
    private let bits: Int

    /// Reads an address, or an address and the bits that count, as CIDR has it; nil for anything
    /// else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = NetworkAddress(parts[0]) else { return nil }
        base = address
        guard parts.count == 2 else {
            bits = 128
            return
        }
        let before = address.isIPv4 ? 96 : 0
        guard let length = Int(parts[1]), 0...(128 - before) ~= length else { return nil }
        bits = before + length
    }

    /// Whether an address is one of them; nothing but addresses is.
    package func contains(_ text: some StringProtocol) -> Bool {
        guard let address = NetworkAddress(text) else { return false }
        let high = UInt64.max << UInt64(64 - min(bits, 64))
        let low = UInt64.max << UInt64(64 - max(bits - 64, 0))
        return (address.high ^ base.high) & high == 0 && (address.low ^ base.low) & low == 0
    }
}
