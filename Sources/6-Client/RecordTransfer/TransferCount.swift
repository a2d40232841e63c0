package import RecordCore

/// Counts records, before and after they were moved.
package enum TransferCount {
    /// Names a type in a zone.
    package static func key(_ zone: String, _ type: String) -> String { "\(zone)/\(type)" }

    /// The records of a type in a zone of a store; 0 where either is not there.
    package static func count(
        _ type: String, _ zone: ZoneID, _ store: any RecordStore, _ scope: DatabaseScope
    ) async throws -> Int {
        guard try await store.schema()[type] != nil else { return 0 }
        do {
            return try await store.count(RecordQuery(type, in: .zone(zone)), in: scope)
        } catch let error as StoreError where error.code == .zoneNotFound {
            return 0
        }
    }
}

extension RecordSchema {
    /// The schema with what another has and this lacks: types, fields, roles.
    ///
    /// - Parameter names: Only these types; all when there are none.
    package func adding(_ other: RecordSchema, types names: [String]) -> RecordSchema {
        var wanted = self
        for (name, type) in other.types where names.isEmpty || names.contains(name) {
            guard var merged = wanted[name] else {
                wanted[name] = type
                continue
            }
            for field in type.fields where merged.field(field.name) == nil {
                merged.fields.append(field)
            }
            wanted[name] = merged
        }
        for role in other.roles where !wanted.roles.contains(role) { wanted.roles.append(role) }
        return wanted
    }
}
