extension ServiceSession {
    /// Records whose assets say where their content can be read.
    func withFiles(_ records: [Record], _ scope: DatabaseScope) async throws -> [Record] {
        guard options.givesAssetFiles else { return records }
        let places = records.indices.filter { records[$0].fields.haveAssets }
        var records = records
        for place in places {
            records[place] = try await withFiles(records[place], scope)
        }
        return records
    }

    /// A record whose assets say where their content can be read.
    ///
    /// Content that went since the record was read, with the last record that needed it, has
    /// no file.
    func withFiles(_ record: Record, _ scope: DatabaseScope) async throws -> Record {
        guard options.givesAssetFiles, record.fields.haveAssets else { return record }
        var record = record
        let home = scope.home(of: record.id.zone)
        try await record.fields.replaceAssets { try await withFile($1, home) }
        return record
    }

    private func withFile(_ asset: Asset, _ home: DatabaseScope) async throws -> Asset {
        guard asset.fileURL == nil, let checksum = asset.checksum else { return asset }
        do {
            return service.copies.withCopy(
                of: try await store.assetFile(asset, in: home), asset, checksum: checksum)
        } catch let error as StoreError where error.code == .assetNotAvailable {
            return asset
        }
    }
}

extension [String: Value] {
    /// Whether one of a record's fields is an asset or a list of assets.
    ///
    /// Of the fields, since a page is searched for them: a record would be copied.
    package var haveAssets: Bool {
        values.contains { value in
            if case .list(let members) = value { return members.first?.isAsset == true }
            return value.isAsset
        }
    }

    /// Replaces each asset, alone or in a list, by what a function makes of the field and it.
    package nonisolated(nonsending) mutating func replaceAssets<E: Error>(
        _ replacement: nonisolated(nonsending) (String, Asset) async throws(E) -> Asset
    ) async throws(E) {
        for (field, value) in self {
            switch value.kind {
            case .asset(let asset): self[field] = .asset(try await replacement(field, asset))
            case .list(let members) where members.contains(where: \.isAsset):
                var list = members
                for place in members.indices {
                    guard case .asset(let asset) = members[place] else { continue }
                    list[place] = .asset(try await replacement(field, asset))
                }
                self[field] = .list(list)
            case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .list,
                .dictionary, .object:
                break
            }
        }
    }
}

extension Value {
    fileprivate var isAsset: Bool { if case .asset = self { true } else { false } }
}
