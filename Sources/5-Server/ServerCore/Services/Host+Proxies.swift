import Accounts
import WebServices

extension Host {
    /// A request as it reached the first of the proxies that are trusted: with the address of the
    /// one who asked it, and TLS where it had that.
    ///
    /// Everybody may send `x-forwarded-for`. Each proxy appends whom it was asked by, so the last
    /// address that is none of the proxies' is what the outermost of them saw itself.
    func asAsked(_ request: WireRequest) -> WireRequest {
        guard isSecureOutside || !options.trustedProxies.isEmpty else { return request }
        var request = request
        if isSecureOutside { request.isSecure = true }
        guard isProxy(request.peer) else { return request }
        if let scheme = request.headers.last(where: { $0.name == "x-forwarded-proto" })?.value {
            request.isSecure = isSecureOutside || scheme.lowercased() == "https"
        }
        let hops = request.headers.filter { $0.name == "x-forwarded-for" }
            .flatMap { $0.value.split(separator: ",") }
        for hop in hops.reversed().prefix(20) {
            guard let address = Host.address(hop) else { break }
            request.peer = address
            guard isProxy(address) else { break }
        }
        return request
    }

    private func isProxy(_ address: String) -> Bool {
        options.trustedProxies.contains { $0.contains(address) }
    }

    /// The address that a proxy wrote down, without the port that some add; nil for what is none.
    private static func address(_ hop: Substring) -> String? {
        var text = Substring(hop.filter { $0 != " " && $0 != "\t" })
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            text = text[..<end].dropFirst()
        } else if text.contains("."), let colon = text.lastIndex(of: ":"),
            !text[..<colon].contains(":")
        {
            text = text[..<colon]
        }
        return NetworkAddress(text) == nil ? nil : String(text)
    }
}
