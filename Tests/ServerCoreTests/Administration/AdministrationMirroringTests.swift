import Foundation
import PredicateCore
import RecordCore
import RecordService
import ServerCore
import Testing
import WebServices

/// What the administration says of zones in which Core Data's mirrors keep objects.
@Suite struct AdministrationMirroringTests {
    private static let zone = ZoneID("com.apple.coredata.cloudkit.zone")
    private static let folder = "5C1B3A0E-0000-4000-8000-000000000001"

    private func name(_ number: Int) -> String {
        "5C1B3A0E-0000-4000-8000-" + String("00000000000\(number)".suffix(12))
    }

    private func record(_ type: String, _ number: Int, _ fields: [String: Value]) -> Record {
        Record(type, RecordID(name(number), zone: Self.zone), fields)
    }

    /// A folder, three notes of which one is a sketch, and a pair.
    private func host() async throws -> AdministeredHost {
        let host = try await AdministeredHost()
        let service = try await host.host.containers.service(
            AdministeredHost.container, .development)
        let phone = service.session(user: "_ann", device: "phone")
        _ = try await phone.modifyZones(saving: [Self.zone, ZoneID("Plain")], in: .private)
        let records = [
            record("CD_Folder", 1, ["CD_entityName": .text("Folder"), "CD_name": .text("Travel")]),
            record(
                "CD_Note", 2,
                [
                    "CD_entityName": .text("Note"), "CD_title": .text("Milk"),
                    "CD_folder": .text(Self.folder), "CD_id": .text(UUID().uuidString),
                    "CD_text": .text(""),
                    "CD_text_ckAsset": .asset(Asset(content: Data("long".utf8))),
                    "CD_moveReceipt": .bytes(Data([1])),
                ]),
            record("CD_Note", 3, ["CD_entityName": .text("Note")]),
            record("CD_Note", 4, ["CD_entityName": .text("Sketch")]),
            record("CDMR", 5, ["CD_entityNames": .text("Note:Note")]),
        ]
        let saved = try await phone.modify(SaveRequest(saving: records), in: .private)
        for save in saved.saves { _ = try save.get() }
        _ = try await service.session(user: "_ann", device: "tablet").modify(
            SaveRequest(deleting: [RecordID(name(3), zone: Self.zone)]), in: .private)
        return host
    }

    private let query = "database=private&user=_ann&zone=com.apple.coredata.cloudkit.zone"

    @Test func `the zones of mirrors are told, and of one its devices and entities`() async throws {
        let host = try await host()
        let zones = try await host.askPlace(
            "GET", "mirroring", query: "database=private&user=_ann")
        #expect(zones.status == 200)
        #expect(
            zones.json["zones"].items.map(\.self["zoneID"]["zoneName"].string) == [Self.zone.name])
        #expect(zones.json["devices"] == .null)
        let answer = try await host.askPlace("GET", "mirroring", query: query)
        #expect(answer.status == 200, "\(answer.text)")
        let devices = answer.json["devices"].items
        #expect(Set(devices.map(\.self["device"].string)) == ["phone", "tablet"])
        for device in devices {
            let isPhone = device["device"].string == "phone"
            #expect(device["userRecordName"].string == "_ann")
            #expect(device["saves"].number == (isPhone ? 5 : 0))
            #expect(device["deletions"].number == (isPhone ? 0 : 1))
            #expect(device["last"].number >= device["first"].number && device["first"].number > 0)
        }
        let entities = answer.json["entities"].items
        #expect(entities.map(\.self["name"].string) == ["Folder", "Note", "Sketch"])
        #expect(entities.map(\.self["recordType"].string) == ["CD_Folder", "CD_Note", "CD_Note"])
        #expect(entities.map(\.self["objects"].number) == [1, 1, 1])
        #expect(answer.json["pairs"].number == 1)
    }

    @Test func `records are objects with properties, assets and what they point at`() async throws {
        let host = try await host()
        let answer = try await host.askPlace(
            "GET", "mirroring/objects", query: query + "&recordType=CD_Note&entity=Note")
        #expect(answer.status == 200, "\(answer.text)")
        let properties = answer.json["properties"].items
        #expect(
            Set(properties.map(\.self["name"].string)) == ["title", "folder", "id", "text"])
        let text = properties.first { $0["name"].string == "text" }
        #expect(text?["field"].string == "CD_text" && text?["twin"].string == "CD_text_ckAsset")
        let objects = answer.json["objects"].items
        #expect(objects.count == 1 && objects.first?["label"].string == "Milk")
        // A UUID that names no record is a value.
        #expect(objects.first?["links"]["id"] == .null)
        let folder = objects.first?["links"]["folder"] ?? .null
        #expect(folder["recordName"].string == Self.folder)
        #expect(folder["entity"].string == "Folder" && folder["label"].string == "Travel")
        let fields = objects.first?["record"]["fields"] ?? .null
        #expect(fields["CD_text_ckAsset"]["value"]["size"].number == 4)
        let sketches = try await host.askPlace(
            "GET", "mirroring/objects", query: query + "&recordType=CD_Note&entity=Sketch&limit=1")
        #expect(sketches.json["objects"].items.count == 1)
    }

    @Test func `objects come page by page`() async throws {
        let host = try await host()
        let service = try await host.host.containers.service(
            AdministeredHost.container, .development)
        let more = (10..<17).map { record("CD_Folder", $0, ["CD_entityName": .text("Folder")]) }
        _ = try await service.session(user: "_ann", device: "phone").modify(
            SaveRequest(saving: more), in: .private)
        var names: [String] = []
        var marker = ""
        repeat {
            let page = try await host.askPlace(
                "GET", "mirroring/objects",
                query: query + "&recordType=CD_Folder&entity=Folder&limit=3"
                    + (marker.isEmpty
                        ? ""
                        : "&marker="
                            + (marker.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
                                ?? ""))
            )
            #expect(page.status == 200 && page.json["objects"].items.count <= 3)
            names += page.json["objects"].items.map(\.self["record"]["recordName"].string)
            marker = page.json["continuationMarker"].string
        } while !marker.isEmpty && names.count < 20
        #expect(names.count == 8 && Set(names).count == 8)
    }

    @Test func `what is not there is said`() async throws {
        let host = try await host()
        let absent = try await host.askPlace(
            "GET", "mirroring", query: "database=private&user=_ann&zone=Lost")
        #expect(absent.status == 404)
        #expect(absent.text.contains("There is no zone Lost in which Core Data keeps objects"))
        let plain = try await host.askPlace(
            "GET", "mirroring", query: "database=private&user=_ann&zone=Plain")
        #expect(plain.status == 404)
        let unnamed = try await host.askPlace("GET", "mirroring", query: "database=private")
        #expect(unnamed.status == 400)
        let type = try await host.askPlace(
            "GET", "mirroring/objects", query: query + "&recordType=City&entity=City")
        #expect(type.status == 404, "\(type.text)")
        let missing = try await host.askPlace("GET", "mirroring/objects", query: query)
        #expect(missing.status == 400)
        let open = try await host.askPlace("GET", "mirroring", query: "database=public")
        #expect(open.json["zones"].items.count == 1)
        let stranger = try await host.ask(
            "GET", "containers/\(AdministeredHost.container)/development/mirroring", query: query,
            headers: [])
        #expect(stranger.status >= 400 && !stranger.text.contains("phone"))
    }
}
