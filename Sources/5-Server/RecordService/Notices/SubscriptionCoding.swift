import Foundation

/// A subscription as it is kept: with whose it is.
struct StoredSubscription: Hashable {
    var user: String
    var database: ServiceSession.Database
    var subscription: ServiceSubscription

    static let prefix = "subscription/"
    /// Differs after every change of a subscription in its place.
    static let versionKey = "subscriptions"

    static func key(_ user: String, _ database: ServiceSession.Database, _ id: String) -> String {
        // A separator that names do not have keeps `a/b` and `a` apart.
        "\(prefix)\(user)\u{1F}\(database.rawValue)\u{1F}\(id)"
    }

    var key: String { StoredSubscription.key(user, database, subscription.id) }

    /// Where it is kept: beside the records of which it tells, or its user's.
    var place: ServicePlace { database.place(of: user) }

    init(_ user: String, _ database: ServiceSession.Database, _ subscription: ServiceSubscription) {
        self.user = user
        self.database = database
        self.subscription = subscription
    }

    /// The bytes.
    ///
    /// - Throws: For a predicate that holds blocks or objects of the program.
    func data() throws -> Data {
        var writer = ByteWriter()
        writer.write(byte: 1)
        writer.write(user)
        writer.write(byte: UInt8(database.rawValue))
        writer.write(subscription.id)
        switch subscription.kind {
        case .query(let type, let predicate, let zone, let fires):
            writer.write(byte: 0)
            writer.write(type)
            try writer.write(predicate)
            writer.write(zone) { $0.write($1) }
            writer.write(UInt64(fires.rawValue))
        case .zone(let zone, let type):
            writer.write(byte: 1)
            writer.write(zone)
            writer.write(type) { $0.write($1) }
        case .database(let type):
            writer.write(byte: 2)
            writer.write(type) { $0.write($1) }
        }
        writer.write(subscription.info) { $0.write($1) }
        writer.write(subscription.desiredKeys) { $0.write($1) { $0.write($1) } }
        return writer.data
    }

    /// What bytes say; nil when they are damaged.
    init?(_ data: Data) {
        var reader = ByteReader(data)
        do {
            guard try reader.byte() == 1 else { return nil }
            user = try reader.text()
            guard let database = ServiceSession.Database(rawValue: Int(try reader.byte())) else {
                return nil
            }
            self.database = database
            let id = try reader.text()
            let kind: ServiceSubscription.Kind
            switch try reader.byte() {
            case 0:
                let type = try reader.text()
                let predicate = try reader.predicate()
                let zone = try reader.optional { try $0.zone() }
                kind = .query(
                    type: type, predicate: predicate, zone: zone,
                    fires: ServiceSubscription.QueryEvents(rawValue: UInt(try reader.count())))
            case 1:
                let zone = try reader.zone()
                kind = .zone(zone, type: try reader.optional { try $0.text() })
            case 2: kind = .database(type: try reader.optional { try $0.text() })
            default: return nil
            }
            let info = try reader.optional { try $0.data() }
            let keys = try reader.optional { try $0.list { try $0.text() } }
            subscription = ServiceSubscription(id, kind, info: info, desiredKeys: keys)
            guard reader.isAtEnd else { return nil }
        } catch {
            return nil
        }
    }
}
