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
        for (field, value) in record.fields {
            switch value.kind {
            case .asset(let asset): record[field] = .asset(try await withFile(asset, home))
            case .list(let members) where members.contains(where: \.isAsset):
                var list: [Value] = []
                for member in members {
                    if case .asset(let asset) = member {
                        list.append(.asset(try await withFile(asset, home)))
                    } else {
                        list.append(member)
                    }
                }
                record[field] = .list(list)
            case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .list,
                .dictionary, .object:
                break
            }
        }
        return record
    }

    private func withFile(_ asset: Asset, _ home: DatabaseScope) async throws -> Asset {
        guard asset.fileURL == nil, let checksum = asset.checksum else { return asset }
        var asset = asset
        do {
            asset.fileURL = service.links.link(
                try await store.assetFile(asset, in: home), checksum: checksum)
        } catch let error as StoreError where error.code == .assetNotAvailable {}
        return asset
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
}

extension Value {
    fileprivate var isAsset: Bool { if case .asset = self { true } else { false } }
}
