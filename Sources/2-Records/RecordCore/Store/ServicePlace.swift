public import Foundation

/// Where a service above a store keeps something beside the records.
///
///     let place = ServicePlace.private(user: "_ann")
///     let draft = ServiceChange(["draft": Data([1])], in: place)
///     _ = try await store.changeServiceData([draft])
///     try await store.serviceData(for: "draft", in: place)       // 1 byte
///     try await store.serviceData(for: "draft", in: .container)  // nil
///
/// What belongs to a database is stored with it: where databases are spread over servers, the server
/// that has the records has it too.
public enum ServicePlace: Hashable, Sendable {
    /// Of the whole container; few things, that are read often and written rarely.
    case container
    /// Of no database, and found by its name alone: spread by the name.
    case named(String)
    /// Beside the records of the public database.
    case `public`
    /// Beside the records of a user's private database.
    case `private`(user: String)

    /// Equal when the kind and the name are, the name compared byte by byte.
    public static func == (a: ServicePlace, b: ServicePlace) -> Bool {
        switch (a, b) {
        case (.container, .container), (.public, .public): true
        case (.named(let x), .named(let y)), (.private(let x), .private(let y)):
            x.hasSameBytes(as: y)
        case (.container, _), (.named, _), (.public, _), (.private, _): false
        }
    }
}

/// What is written in one place, all or nothing, where what is known of it still stands.
///
///     let store = MemoryStore()
///     let change = ServiceChange(
///         ["motd": Data("Welcome".utf8)], where: ["motd": nil])
///     try await store.changeServiceData([change])[0].get()  // true: written, as nothing was there
///     try await store.changeServiceData([change])[0].get()  // false: there is a value now
public struct ServiceChange: Sendable {
    /// The place of all its keys.
    public var place: ServicePlace
    /// What is kept under each key; a nil removes what there was.
    public var entries: [String: Data?]
    /// What must stand under some keys; nil stands for nothing.
    public var known: [String: Data?]

    /// Creates a change of one place.
    public init(
        _ entries: [String: Data?], where known: [String: Data?] = [:],
        in place: ServicePlace = .container
    ) {
        self.place = place
        self.entries = entries
        self.known = known
    }
}
