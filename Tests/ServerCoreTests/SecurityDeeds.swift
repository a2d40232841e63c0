import Crypto
import Foundation
import TestTime
import ServerCore
import WebServices

extension SecurityWorld {
    /// What is asked; the columns of the table.
    enum Deed: String, CaseIterable {
        // The public database, by what the schema grants.
        case readNote = "read, _world may"
        case readMember = "read, _icloud may"
        case readDiary = "read, _creator may"
        case readArticle = "read, editors may"
        case createNote = "create, _icloud may"
        case createArticle = "create, editors may"
        case createBoard = "create, none may"
        case changeOwn = "change one's own"
        case changeAnns = "change ann's, _creator may"
        case deleteAnns = "delete ann's, _creator may"
        case changeWiki = "change ann's, _icloud may"
        case changeArticle = "change ann's, editors may"
        // Private and shared databases.
        case listZones = "list one's zones"
        case createPrivate = "create in one's own"
        case createZone = "make a zone"
        case readSecret = "read ann's private record"
        case readTrip = "read ann's shared zone"
        case writeTrip = "write to ann's shared zone"
        case readSecrets = "read ann's other zone"
        case subscribe = "subscribe"
        case currentUser = "who am I"
        // The administration.
        case readSchema = "read the schema"
        case changeSchema = "change the schema"
        case queryAnns = "query ann's private database"
        case listUsers = "list users"
        case createToken = "make a token"
        case createKey = "take in a key"
        case setRoles = "set roles"
        case listRequests = "see requests"
        case createContainer = "make a container"
    }

    /// What comes of it, in a word of the table.
    func outcome(of deed: Deed, as actor: Actor, number: Int) async throws -> String {
        let name = "n\(number)"
        let asker = Asker(world: self, actor: actor)
        switch deed {
        case .readNote: return try await asker.query("public", "Note", of: "ann-Note")
        case .readMember: return try await asker.query("public", "Member", of: "ann-Member")
        case .readDiary: return try await asker.query("public", "Diary", of: "ann-Diary")
        case .readArticle: return try await asker.query("public", "Article", of: "ann-Article")
        case .createNote: return try await asker.create("public", "Note", name)
        case .createArticle: return try await asker.create("public", "Article", name)
        case .createBoard: return try await asker.create("public", "Board", name)
        case .changeOwn:
            let created = try await asker.create("public", "Note", name)
            guard created == "yes" else { return created }
            return try await asker.modify("public", "forceUpdate", "Note", name)
        case .changeAnns: return try await asker.modify("public", "forceUpdate", "Note", "ann-Note")
        case .deleteAnns:
            // Created again by Ann each time.
            let made = try await Asker(world: self, actor: .ann).create("public", "Note", name)
            guard made == "yes" else { return "not made: \(made)" }
            return try await asker.modify("public", "forceDelete", "Note", name)
        case .changeWiki: return try await asker.modify("public", "forceUpdate", "Wiki", "ann-Wiki")
        case .changeArticle:
            return try await asker.modify("public", "forceUpdate", "Article", "ann-Article")
        case .listZones:
            return try await asker.ask("GET", "private/zones/list", "") { reply in
                reply.list("zones").isEmpty ? "nothing" : "yes"
            }
        case .createPrivate: return try await asker.create("private", "Note", name)
        case .createZone:
            let body =
                #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"\#(name)"}}}]}"#
            return try await asker.ask("POST", "private/zones/modify", body) { reply in
                asker.entry(reply.list("zones").first)
            }
        case .readSecret:
            return try await asker.ask(
                "POST", "private/records/lookup", #"{"records":[{"recordName":"secret"}]}"#
            ) { reply in asker.entry(reply.list("records").first) }
        case .readTrip: return try await asker.query("shared", "Note", of: "plan", zone: "Trip")
        case .readSecrets:
            return try await asker.query("shared", "Note", of: "plan", zone: "Secrets")
        case .writeTrip: return try await asker.create("shared", "Note", name, zone: "Trip")
        case .subscribe:
            let body =
                #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"\#(name)","subscriptionType":"query","firesOn":["create"],"query":{"recordType":"Note"}}},{"operationType":"delete","subscription":{"subscriptionID":"\#(name)"}}]}"#
            // Deleted, since a user has one subscription of a query.
            return try await asker.ask("POST", "public/subscriptions/modify", body) { reply in
                asker.entry(reply.list("subscriptions").first)
            }
        case .currentUser:
            return try await asker.ask("GET", "public/users/current", "") { reply in
                reply.json["userRecordName"] == nil ? "nothing" : "yes"
            }
        case .readSchema: return try await asker.administer("GET", place("schema"), "")
        case .changeSchema: return try await asker.administer("PUT", place("schema"), Self.schema)
        case .queryAnns:
            return try await asker.administer(
                "POST", place("query"),
                #"{"database":"private","user":"_ann","recordType":"Note","predicate":"TRUEPREDICATE"}"#
            )
        case .listUsers: return try await asker.administer("GET", "/admin/1/users", "")
        case .createToken:
            return try await asker.administer("POST", "/admin/1/tokens", #"{"kind":"management"}"#)
        case .createKey:
            // Each time another pair: a public key is taken in once.
            let pem = P256.Signing.PrivateKey().publicKey.pemRepresentation
                .replacing("\n", with: "\\n")
            return try await asker.administer(
                "POST", "/admin/1/keys", #"{"name":"k","publicKey":"\#(pem)"}"#)
        case .setRoles:
            return try await asker.administer(
                "PUT", place("roles"), #"{"roles":{"editor":["_editor"]}}"#)
        case .listRequests: return try await asker.administer("GET", "/admin/1/requests", "")
        case .createContainer:
            return try await asker.administer(
                "POST", "/admin/1/containers", #"{"name":"iCloud.org.example.\#(name)"}"#)
        }
    }

    private func place(_ rest: String) -> String {
        "/admin/1/containers/\(Self.container)/development/\(rest)"
    }

    /// One who asks, and what the replies say.
    struct Asker {
        let world: SecurityWorld
        let actor: Actor

        func ask(
            _ method: String, _ rest: String, _ body: String, _ read: (ReadReply) -> String
        ) async throws -> String {
            let path = "/database/1/\(SecurityWorld.container)/development/\(rest)"
            // Each signature is a signature of its own.
            world.clock.advance(1)
            let reply = try await ReadReply(
                await world.host.answer(world.request(method, path, body, as: actor)))
            guard reply.status == 200 else { return "\(reply.status)" }
            return read(reply)
        }

        func administer(_ method: String, _ path: String, _ body: String) async throws -> String {
            world.clock.advance(1)
            let reply = try await ReadReply(
                await world.host.answer(world.request(method, path, body, as: actor)))
            return reply.status == 200 ? "yes" : "\(reply.status)"
        }

        /// The entry of an item.
        func entry(_ entry: [String: Any]?) -> String {
            guard let entry else { return "nothing" }
            switch entry["serverErrorCode"] as? String {
            case nil: return "yes"
            case "ACCESS_DENIED": return "denied"
            case "NOT_FOUND": return "nothing"
            case "ZONE_NOT_FOUND": return "404"
            case .some(let code): return code
            }
        }

        func query(
            _ database: String, _ type: String, of record: String, zone: String? = nil
        ) async throws -> String {
            let id = zone.map {
                #","zoneID":{"zoneName":"\#($0)","ownerRecordName":"_ann"}"#
            }
            let body = #"{"query":{"recordType":"\#(type)"}\#(id ?? "")}"#
            return try await ask("POST", "\(database)/records/query", body) { reply in
                let names = reply.list("records").compactMap { $0["recordName"] as? String }
                if names.contains(record) { return "yes" }
                return names.isEmpty ? "nothing" : "own"
            }
        }

        func create(
            _ database: String, _ type: String, _ name: String, zone: String? = nil
        ) async throws -> String {
            try await modify(database, "create", type, name, zone: zone)
        }

        func modify(
            _ database: String, _ operation: String, _ type: String, _ name: String,
            zone: String? = nil
        ) async throws -> String {
            let id = zone.map { #","zoneID":{"zoneName":"\#($0)","ownerRecordName":"_ann"}"# } ?? ""
            let fields = operation == "forceDelete" ? "" : #","fields":{"text":{"value":"x"}}"#
            let body =
                #"{"operations":[{"operationType":"\#(operation)","record":{"recordType":"\#(type)","recordName":"\#(name)"\#(fields)}}]\#(id)}"#
            return try await ask("POST", "\(database)/records/modify", body) { reply in
                entry(reply.list("records").first)
            }
        }
    }
}
