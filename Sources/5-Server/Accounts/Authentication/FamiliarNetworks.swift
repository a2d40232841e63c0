import Foundation
import RecordCore

/// Which names have signed in from which networks, for some months, in the store of the accounts.
///
/// Wrong guesses delay a name wherever they come from, so that many addresses gain nothing. That
/// would let strangers lock an administrator out; so a name is not delayed by others where it has
/// signed in before. The idea is that of device cookies:
/// <https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies>.
/// Only a hash of name and network is kept.
struct FamiliarNetworks: Sendable {
    let store: any RecordStore
    /// Seconds for which a sign-in counts.
    let lifetime: TimeInterval

    private static let prefix = "familiar/"
    /// Seconds after which a later sign-in is written down.
    private static let renewal: TimeInterval = 86_400

    /// Whether a name has signed in from a network not too long ago; false where the store does
    /// not answer.
    func contains(name: String, peer: String, now: Date) async -> Bool {
        guard let date = await date(of: FamiliarNetworks.key(name, peer)) else { return false }
        return now.timeIntervalSince(date) < lifetime
    }

    /// Notes that a name has signed in from a network; a note that is lost costs little.
    func note(name: String, peer: String, now: Date) async {
        let key = FamiliarNetworks.key(name, peer)
        if let date = await date(of: key),
            now.timeIntervalSince(date) < FamiliarNetworks.renewal
        {
            return
        }
        let seconds = Int(max(0, now.timeIntervalSince1970))
        // A network that is not noted only waits in the other queue.
        try? await store.setServiceData([key: Data(String(seconds).utf8)])
    }

    /// Removes what counts no longer.
    func removeOld(now: Date) async {
        let lifetime = lifetime
        // The next sweep removes what stays.
        try? await store.removeServiceData(prefix: FamiliarNetworks.prefix) { data in
            FamiliarNetworks.date(data).map { now.timeIntervalSince($0) >= lifetime } ?? true
        }
    }

    private func date(of key: String) async -> Date? {
        // A network that cannot be looked up only waits in the other queue.
        (try? await store.serviceData(for: key)).flatMap(FamiliarNetworks.date)
    }

    private static func date(_ data: Data) -> Date? {
        Int(String(decoding: data, as: UTF8.self)).map { Date(timeIntervalSince1970: Double($0)) }
    }

    private static func key(_ name: String, _ peer: String) -> String {
        prefix + SharedGuard.digest("\(AttemptThrottle.network(of: peer)) \(name)")
    }
}
