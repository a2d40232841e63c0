import Foundation
import ObjectCore
import RecordCore

extension ZoneID {
    /// Whether it is a zone that a mirror made for a share; others are of other programs.
    var isOfShare: Bool { name.hasPrefix(Mirror.shareZonePrefix) }
}

extension Mirror {
    /// Finds out which zones are new, changed and deleted, and keeps that they are to be read.
    ///
    /// - Returns: Whether the zone of the user's own objects was made again, as its keys were reset.
    @discardableResult
    func findZones() async throws -> Bool {
        let token = try self.kept { try $0.bytes("zones") }
        var isWhole = token == nil
        var isExpired = false
        let changes: MirrorDatabaseChanges
        do {
            changes = try await cloud.databaseChanges(since: token)
        } catch let error as MirrorCloudError where error.isExpiredToken {
            isExpired = true
            isWhole = true
            changes = try await cloud.databaseChanges(since: nil)
        }
        var gone = changes.deleted.filter { $0.isOfShare }
        if isWhole {
            let known = try self.kept { try $0.shareZones() }
            gone += known.filter { !changes.changed.contains($0) && !gone.contains($0) }
        }
        func isReset(_ zone: ZoneID) -> Bool {
            changes.keysReset.contains { $0.name == zone.name }
        }
        for zone in gone where try self.kept({ try $0.hasZone(zone) }) {
            // A database that does not know the token may have lost the zone: what the user shared
            // is sent again, as objects in no share. So it is where the user's keys were reset.
            if hasOwnZone, isExpired || isReset(zone) {
                try recover(zone)
            } else {
                try purge(zone)
            }
        }
        let isMadeAgain = try hasOwnZone && isReset(zoneID) && self.kept { try $0.zone().isMade }
        if isMadeAgain {
            try makeAnew()
            try await makeZone()
        }
        if changes.token == token, changes.changed.isEmpty, changes.deleted.isEmpty {
            return isMadeAgain
        }
        let (zoneID, hasOwnZone) = (zoneID, hasOwnZone)
        try transaction { state in
            for id in changes.changed where id.isOfShare && !gone.contains(id) {
                var zone = try state.zone(id)
                zone.isMade = true
                zone.isChanged = true
                state.setZone(zone, id)
            }
            let isMentioned = (changes.changed + changes.deleted).contains {
                $0.name == zoneID.name
            }
            if hasOwnZone, isWhole || isMentioned {
                var zone = try state.zone()
                zone.isChanged = true
                state.setZone(zone)
            }
            state.set("zones", changes.token)
        }
        return isMadeAgain
    }

    /// Moves into shares what is related to objects in them, by what was imported.
    func gatherImported() throws {
        let isDue = try self.kept {
            try $0.bytes("placed") != nil || !$0.keys("g/").isEmpty
        }
        guard isDue else { return }
        try transaction { state in
            try fold(state)
            let zoning = zoning(state)
            var keys: [ObjectKey] = []
            for key in try state.keys("g/") {
                state.set(key, nil)
                if let key = try state.key(of: String(key.dropFirst(2)), codec) { keys.append(key) }
            }
            for batch in keys.batches(of: 500) { try zoning.gather(batch) }
            if try state.bytes("placed") != nil { try zoning.gatherEdited() }
            state.set("placed", nil as Data?)
        }
    }

    /// The share of a zone, where a page has it.
    func share(in page: MirrorPage) async throws -> MirrorShare? {
        guard
            let record = page.changed.first(where: {
                $0.type == Share.recordType && $0.id.name == Share.zoneWideName
            })
        else { return nil }
        return MirrorShare(
            record: record, url: try await asking { try await cloud.url(of: record) })
    }

    /// Deletes the objects of a zone, and what is known of its records.
    ///
    /// Which objects go is committed first, then they go in parts, so that other writers need not wait for
    /// all of them. A program that ends before the last part deletes the rest when the mirror runs again.
    func purge(_ id: ZoneID?) throws {
        let depths = depths()
        try transaction { state in
            try fold(state)
            if try state.request()?.zone == id { try state.setRequest(nil) }
            try state.forEachPage("r/") { page in
                for key in page {
                    let name = String(key.dropFirst(2))
                    guard var object = try state.object(name), object.zone == id else { continue }
                    // What is related to it by now does not follow it.
                    object.zone = nil
                    state.setObject(name, object)
                    let entity = codec.model.entity(named: object.entity)?.number
                    state.set("x/\(9 - (entity.map { depths[$0] } ?? 0))/" + name, Data())
                }
            }
            try state.forEachPage("l/") { page in
                for key in page {
                    let name = String(key.dropFirst(2))
                    guard let link = try state.link(name), link.zone == id else { continue }
                    try state.setLink(name, nil)
                    state.setPending(name, nil)
                }
            }
            try state.forgetOriginals(in: id)
            state.setZone(nil, id)
            if let id { try state.setShare(nil, of: id) } else { state.set("database", nil) }
        }
        try purgeRest()
    }

    /// How deep each entity is below those that its objects belong to, 9 at most, by its number.
    ///
    /// The deepest go first: where an album goes its photos are gone, and none of them is written once more.
    private func depths() -> [Int] {
        let entities = codec.model.entities
        var depths = entities.map { _ in 0 }
        for _ in 0..<9 {
            for entity in entities {
                let owners = entity.toOnes.filter { $0.inverse?.isToMany == true }
                    .flatMap { entities[$0.destination].family }
                    .filter { entities[$0].root != entity.root }
                guard let deepest = owners.map({ depths[$0] }).max() else { continue }
                depths[entity.number] = min(9, deepest + 1)
            }
        }
        return depths
    }

    /// Deletes what is left of objects whose zone went.
    func purgeRest() throws {
        while try kept({ try $0.mayHave("x/") }) {
            let result = try transaction { state -> MirrorImported in
                try fold(state)
                let keys = try state.page("x/", after: nil).prefix(500)
                var work = try importer(state, nil)
                let result = try work.removeAll(keys.map { String($0.dropFirst(4)) })
                for key in keys { state.set(key, nil) }
                try settings.reached(.saving)
                return result
            }
            if !result.isEmpty { imported(result) }
            try settings.reached(.saved)
        }
    }

    /// Has the objects of a share's zone that the server lost sent again, as objects in no share.
    func recover(_ id: ZoneID) throws {
        try transaction { state in
            try fold(state)
            if let request = try state.request(), request.zone == id {
                try export(state).restore(request)
            }
            let epoch = try state.zone().epoch
            for name in try state.names("r/") {
                guard let object = try state.object(name), object.zone == id else { continue }
                try state.sendAnew(name, object, in: nil, epoch)
                state.removeOriginal(name, in: nil)
                // A copy in another share counts from now on.
                for zone in try state.zonesOfCopies(name) where zone != id {
                    var known = try state.zone(zone)
                    if !known.isReadAnew { known.readAnew() }
                    state.setZone(known, zone)
                }
            }
            for name in try state.names("l/") {
                guard let link = try state.link(name), link.zone == id else { continue }
                try state.sendAnew(name, link, in: nil, epoch)
                state.removeOriginal(name, in: nil)
            }
            try state.forgetOriginals(in: id)
            state.setZone(nil, id)
            try state.setShare(nil, of: id)
        }
    }
}

extension MirrorState {
    /// Has everything of an object sent, as a new record; forgets one that was deleted.
    func sendAnew(
        _ name: String, _ object: MirrorObject, in zone: ZoneID?, _ epoch: Int64
    ) throws {
        guard object.row > 0 else { return try forgetObject(name) }
        var object = object
        object.isUploaded = false
        object.zone = zone
        object.epoch = epoch
        setObject(name, object)
        if var base = try base(name) {
            base.system = nil
            try setBase(name, base)
        }
        setPending(name, MirrorPending(.all))
    }

    /// Has a record that joins a pair sent; forgets one that is to be deleted.
    func sendAnew(
        _ name: String, _ link: MirrorLink, in zone: ZoneID?, _ epoch: Int64
    ) throws {
        if try pending(name)?.kind == .deletion {
            try setLink(name, nil)
            setPending(name, nil)
        } else {
            var link = link
            link.isUploaded = false
            link.zone = zone
            link.epoch = epoch
            try setLink(name, link)
            setPending(name, MirrorPending(.link))
        }
    }
}
