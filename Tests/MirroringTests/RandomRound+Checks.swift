import CloudKit

/// What has to hold at the end of a round.
extension RandomRound {
    mutating func check() async throws {
        try checkParticipant()
        for entity in ["Note", "Folder", "Tag", "Cover"] {
            let all = try devices.map { try $0.keys(entity) }
            for (device, keys) in zip(devices, all) {
                if keys != all[0] {
                    violations.append("\(device.name) has other \(entity)s: \(keys), not \(all[0])")
                }
                if Set(keys).count != keys.count { violations.append("twice: \(keys)") }
            }
            guard entity != "Cover" else { continue }
            for key in names[entity] ?? [] {
                try checkLife(entity, key, isAlive: all[0].contains(key))
            }
            for key in all[0] { try checkValues(entity, key) }
        }
        var records: [CKRecord] = []
        let database = cloud.container(Notebook.identifier, user: "ann", device: "observer")
            .privateCloudDatabase
        for zone in try await database.allRecordZones() where zone.zoneID.zoneName != "_defaultZone"
        {
            records += try await cloud.notebookRecords(zone: zone.zoneID)
                .filter { $0.recordType != "cloudkit.share" }
        }
        for (name, all) in Dictionary(grouping: records, by: \.recordID.recordName)
        where all.count > 1 {
            let zones = all.map { $0.recordID.zoneID.zoneName.suffix(4) }
            violations.append("\(all[0]["CD_key"] ?? name) is in the zones \(zones)")
        }
        records.removeAll { $0.recordType == "CDMR" }
        let alive = try ["Note", "Folder", "Tag", "Cover"].reduce(0) {
            $0 + (try devices[0].keys($1).count)
        }
        if records.count != alive {
            violations.append("\(records.count) records for \(alive) objects")
        }
    }

    /// The participant has what is in shares, and nothing else, with the same values and relationships.
    private mutating func checkParticipant() throws {
        guard let bobs else { return }
        for entity in ["Note", "Folder", "Tag", "Cover"] {
            let shared = try devices[0].keys(entity).filter {
                try devices[0].knownShare(entity, $0) != nil
            }
            let keys = try bobs.keys(entity)
            if keys != shared { violations.append("bobs has \(entity)s \(keys), not \(shared)") }
            for key in keys where shared.contains(key) {
                for field in RandomRound.fields[entity] ?? [] {
                    let values = try [devices[0], bobs].map { try $0.text(entity, key, field) }
                    if values[0] != values[1] {
                        violations.append("\(key).\(field) differs for bobs: \(values)")
                    }
                }
                guard entity == "Note" else { continue }
                for name in ["folder", "cover"] {
                    let targets = try [devices[0], bobs].map { try $0.target("Note", key, name) }
                    if targets[0] != targets[1] {
                        violations.append("\(key).\(name) differs for bobs: \(targets)")
                    }
                }
                let tags = try [devices[0], bobs].map { try $0.members("Note", key, "tags") }
                if tags[0] != tags[1] {
                    violations.append("\(key).tags differ for bobs: \(tags)")
                }
            }
        }
    }

    private mutating func checkLife(_ entity: String, _ key: String, isAlive: Bool) throws {
        if hasLostZone { return }
        guard let deletions = deletions[key] else {
            // A database does not tell a device whose token expired that keys were reset: what is not
            // there any more is deleted.
            if !isAlive, !(hasReset && hasExpired) {
                violations.append("\(key) is missing, and was never deleted")
            }
            return
        }
        // Dead where a device deleted it that had seen every edit.
        let edits = (RandomRound.fields[entity] ?? []).reduce(into: Set<String>()) {
            $0.formUnion(writes["\(key).\($1)"] ?? [])
        }
        if hasReset || hasExpired && related.contains(key) { return }
        if isAlive, deletions.contains(where: { $0.seen.isSuperset(of: edits) }) {
            violations.append("\(key) lives, and was deleted after every edit")
        }
    }

    private mutating func checkValues(_ entity: String, _ key: String) throws {
        for field in RandomRound.fields[entity] ?? [] {
            let values = try devices.map { try $0.text(entity, key, field) }
            if Set(values).count != 1 {
                violations.append("\(key).\(field) differs: \(values)")
            }
            guard let value = values[0] else {
                violations.append("\(key).\(field) has no value")
                continue
            }
            if writes["\(key).\(field)"]?.contains(value) != true {
                violations.append("\(key).\(field) is \(value), which was never written")
            }
            // What a device deletes takes with it the edits that it had not sent.
            if !hasReset, !hasLostZone, deletions[key] == nil, parents.values.contains(value) {
                violations.append("\(key).\(field) is \(value), which a later write replaced")
            }
        }
        guard entity == "Note" else { return }
        for name in ["folder", "cover"] {
            let targets = try devices.map { try $0.target("Note", key, name) }
            if Set(targets).count != 1 { violations.append("\(key).\(name) differs: \(targets)") }
            if name == "cover", let cover = targets[0],
                try devices[0].target("Cover", cover, "note") != key
            {
                violations.append("\(cover) does not point back at \(key)")
            }
        }
        let tags = try devices.map { try $0.members("Note", key, "tags") }
        if Set(tags).count != 1 { violations.append("\(key).tags differ: \(tags)") }
        for tag in tags[0] where pairs["\(key) \(tag)"] == nil {
            violations.append("\(key) has \(tag), which was never put on it")
        }
        // The end of a share takes what a participant had not sent.
        if hasLostZone || hasReset && shares { return }
        let alive = Set(try devices[0].keys("Tag"))
        for (pair, known) in pairs where pair.hasPrefix("\(key) ") && known.removed == 0 {
            let tag = String(pair.dropFirst(key.count + 1))
            guard deletions[key] == nil, deletions[tag] == nil, alive.contains(tag),
                !tags[0].contains(tag)
            else { continue }
            violations.append("\(key) lost \(tag), which was never taken off")
        }
    }
}
