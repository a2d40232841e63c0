import Foundation

/// An address of the network; of IPv4 as IPv6 writes it, so that either way is the same address.
///
///     NetworkAddress("127.0.0.1")?.isLoopback  // true
///     NetworkAddress("127.0.0.1") == NetworkAddress("::ffff:127.0.0.1")  // true
///     NetworkAddress("localhost")  // nil
package struct NetworkAddress: Hashable, Sendable {
    /// The first 64 bits.
    package var high: UInt64
    /// The last 64 bits.
    package var low: UInt64

    /// Reads an address; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let plain = String(text.prefix(64).prefix { $0 != "%" })
        var four = in_addr()
        if inet_pton(AF_INET, plain, &four) == 1 {
            high = 0
            low = 0xFFFF << 32 | UInt64(UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, plain, &six) == 1 else { return nil }
        (high, low) = withUnsafeBytes(of: six) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// Whether it is one of IPv4.
    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether it is this machine.
    package var isLoopback: Bool {
        isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1
    }

    /// The unit that throttling counts: an IPv4 address, or the network of an IPv6 address, because
    /// one client can use all addresses of its network.
    package var network: NetworkAddress {
        var network = self
        if !isIPv4 { network.low = 0 }
        return network
    }
}
