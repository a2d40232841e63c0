extension RecordType {
    /// The type of user records, which every container has.
    ///
    /// User records are fetched by their identifier; they cannot be queried.
    public static let users = RecordType(
        "Users", fields: [Field("roles", .list(.int64))], systemIndexes: [:],
        grants: [Grant([.write], to: "_creator"), Grant([.read], to: "_world")])

    /// Whether the type belongs to the service: users, which cannot be queried, and shares.
    public var isSystemType: Bool {
        name == RecordType.users.name || name == Share.recordType
    }
}

extension RecordSchema {
    /// The schema of a new container: user records and nothing else.
    public static let initial = RecordSchema(types: [.users])
}
