import Foundation
import CoreDataModel
import TestFiles
import Testing

@Suite struct `Compiled models` {
    @Test func `reads a model of another tool with its inheritance and its validations`() throws {
        guard let file = RealData.file("moms/ashalkhakov__EmployeeDirectory.mom") else { return }
        let model = try MomReader.model(Data(contentsOf: file))
        #expect(
            model.entities.map(\.name)
                == ["Contractor", "Department", "Employee", "Person", "Project"])
        let person = try #require(model.entities.first { $0.name == "Person" })
        #expect(person.isAbstract)
        #expect(
            person.attributes.map(\.name) == ["birthDate", "firstName", "fullName", "lastName"])
        #expect(person.attributes[2].isTransient)
        #expect(person.attributes[0].type == .date)
        let employee = try #require(model.entities.first { $0.name == "Employee" })
        #expect(employee.superentity == "Person")
        #expect(employee.className == "EDEmployee")
        #expect(employee.attributes.map(\.name) == ["salary"])
        #expect(employee.attributes[0].type == .integer32)
        #expect(employee.attributes[0].validations.count == 1)
        #expect(
            employee.attributes[0].validationWarnings == [.text("salary must not be negative")])
        let projects = try #require(employee.relationships.first { $0.name == "projects" })
        #expect(projects.isToMany && projects.destination == "Project")
        #expect(projects.inverse == "members")
    }

    @Test func `reads a model of Xcode with the default of a decimal number`() throws {
        guard let file = RealData.file("moms/miolabs__TestModel.mom") else { return }
        let model = try MomReader.model(Data(contentsOf: file))
        #expect(model.entities.map(\.name) == ["Client", "Document", "DocumentLine"])
        let line = try #require(model.entities.last)
        let quantity = try #require(line.attributes.first { $0.name == "quantity" })
        #expect(quantity.type == .decimal)
        #expect(quantity.defaultValue == .decimal(0))
        #expect(line.relationships.first?.destination == "Document")
        #expect(line.relationships.first?.isToMany == false)
    }

    @Test func `an archive of ours reads back as the same model`() throws {
        var name = ObjectAttribute(
            "name", .string, isOptional: false, defaultValue: .text("größer"))
        name.validations = ["SELF.length > 2", "SELF.length < 9", "SELF != 'none'"]
        name.validationWarnings = [.text("It is too short."), .int(1660)]
        name.renamingIdentifier = "title"
        name.minimum = .int(3)
        name.pattern = "[^<>]+"
        var price = ObjectAttribute(
            "price", .decimal, defaultValue: .decimal(Decimal(string: "-1234567890123456.789")!))
        price.userInfo = ["unit": "EUR"]
        price.minimum = .decimal(Decimal(string: "-0.5")!)
        price.maximum = .decimal(10_000)
        var photo = ObjectAttribute("photo", .binary)
        photo.allowsExternalStorage = true
        photo.allowsCloudEncryption = true
        var place = ObjectAttribute("place", .composite)
        place.elements = [ObjectAttribute("city", .string), ObjectAttribute("zip", .integer32)]
        var item = ObjectEntity(
            "Item", className: "App.Item", attributes: [name, photo, place, price])
        var owner = ObjectRelationship(
            "owner", to: "Person", inverse: "items", deleteRule: .deny)
        owner.validations = ["items.@count < 9"]
        owner.validationWarnings = [.text("There are too many.")]
        owner.userInfo = ["note": "as paid"]
        item.relationships = [owner]
        item.uniquenessConstraints = [["name"]]
        item.indexes = [
            ObjectIndex(
                "byName",
                elements: [.init(property: "name"), .init(expression: "lowercase:(name)")],
                partialPredicate: "price > 0")
        ]
        item.fetchedProperties = [
            ObjectFetchedProperty(
                "alike", request: FetchTemplate("alike", entity: "Item", predicate: "price > 1"),
                userInfo: ["note": "as dear"])
        ]
        var at = ObjectAttribute(
            "at", .date, defaultValue: .date(Date(timeIntervalSinceReferenceDate: 12.5)))
        at.minimum = .date(Date(timeIntervalSinceReferenceDate: 0.25))
        let special = ObjectEntity(
            "Special", superentity: "Item",
            attributes: [
                at,
                ObjectAttribute("key", .uuid, defaultValue: .uuid(UUID())),
            ])
        let person = ObjectEntity(
            "Person",
            relationships: [
                ObjectRelationship(
                    "items", to: "Item", inverse: "owner", isToMany: true, isOrdered: true,
                    deleteRule: .cascade)
            ])
        var model = ObjectModel(entities: [item, person, special])
        model.fetchTemplates = [
            FetchTemplate(
                "dear", entity: "Item", predicate: "price > $LIMIT", fetchLimit: 3,
                settings: [
                    "fetchBatchSize": "20", "fetchOffset": "2", "includeSubentities": "NO",
                ],
                sorting: [
                    .init("price", isAscending: false),
                    .init("name", isAscending: true, selector: "localizedStandardCompare:"),
                ])
        ]
        model.configurations = ["Cloud": ["Item", "Person"]]
        model.versionIdentifiers = ["2"]
        #expect(try MomReader.model(MomWriter.archive(model)) == model)
        #expect(try MomReader.model(cache: MomWriter.cache(model)) == model)
    }

    @Test func `damaged archives are refused, wherever they are cut or changed`() throws {
        let model = ObjectModel(entities: [
            ObjectEntity(
                "A",
                attributes: [
                    ObjectAttribute("x", .string),
                    ObjectAttribute("y", .decimal, defaultValue: .decimal(1.5)),
                ])
        ])
        let data = MomWriter.archive(model)
        for count in 0..<data.count {
            #expect(throws: ModelArchiveError.self) { try MomReader.model(data.prefix(count)) }
        }
        // Whatever comes out, it comes out: no byte makes the reader stop the program.
        for place in data.indices {
            for flip in [UInt8(0xff), 0x80, 0x40, 0x01] {
                var changed = data
                changed[place] ^= flip
                _ = try? MomReader.model(changed)
            }
        }
    }

    @Test func `an archive that refers to much data very often is refused`() throws {
        func big(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        // A list of some members, each of which is the same megabyte.
        func list(_ count: Int) -> Data {
            var bytes = Array("bplist00".utf8)
            let list = bytes.count
            bytes += [0xaf, 0x12] + big(count, 4) + [UInt8](repeating: 1, count: count)
            let data = bytes.count
            bytes += [0x4f, 0x12] + big(1 << 20, 4) + [UInt8](repeating: 0, count: 1 << 20)
            let table = bytes.count
            bytes += big(list, 4) + big(data, 4)
            bytes += [0, 0, 0, 0, 0, 0, 4, 1] + big(2, 8) + big(0, 8) + big(table, 8)
            return Data(bytes)
        }
        for (count, message) in [
            (3, "The file is no keyed archive."),
            (100, "The property list repeats its data too often."),
        ] {
            let error = try #require(throws: ModelArchiveError.self) {
                try MomReader.model(list(count))
            }
            #expect(error.message == message)
            #expect(!ArchiveCheck.isWithin(levels: 10, list(count)))
        }
    }

    @Test func `a model that repeats an entity of many attributes is refused`() throws {
        let many = Array(repeating: 4, count: 400)
        let objects = [
            "<string>$null</string>",
            object([("$class", reference(2)), ("NSEntities", reference(3))]),
            type("NSManagedObjectModel"),
            object([
                ("NS.keys", list(many)), ("NS.objects", list(Array(repeating: 5, count: 400))),
            ]),
            "<string>A</string>",
            object([
                ("$class", reference(6)), ("NSEntityName", reference(4)),
                ("NSProperties", reference(7)),
            ]),
            type("NSEntityDescription"),
            object([
                ("NS.keys", list(many)), ("NS.objects", list(Array(repeating: 8, count: 400))),
            ]),
            object([("$class", reference(9)), ("NSPropertyName", reference(4))]),
            type("NSAttributeDescription"),
        ]
        let error = try #require(throws: ModelArchiveError.self) { try model(of: objects) }
        #expect(error.message == "The property list repeats its data too often.")
    }

    @Test func `conditions and composites that hold themselves come to an end`() throws {
        let objects = [
            "<string>$null</string>",
            object([("$class", reference(2)), ("NSEntities", reference(3))]),
            type("NSManagedObjectModel"),
            object([("NS.keys", list([4])), ("NS.objects", list([5]))]), "<string>A</string>",
            object([
                ("$class", reference(6)), ("NSEntityName", reference(4)),
                ("NSProperties", reference(7)),
            ]),
            type("NSEntityDescription"),
            object([("NS.keys", list([4])), ("NS.objects", list([8]))]),
            object([
                ("$class", reference(9)), ("NSPropertyName", reference(4)),
                ("NSAttributeType", "<integer>2100</integer>"),
                ("NSValidationPredicates", reference(10)), ("NSCompositeElements", reference(13)),
            ]),
            type("NSAttributeDescription"), object([("NS.objects", list([11]))]),
            object([
                ("$class", reference(12)), ("NSCompoundPredicateType", "<integer>1</integer>"),
                ("NSSubpredicates", reference(14)),
            ]),
            type("NSCompoundPredicate"),
            object([("NS.objects", list(Array(repeating: 8, count: 10)))]),
            object([("NS.objects", list([11, 11]))]),
        ]
        let model = try model(of: objects)
        let attribute = try #require(model.entities.first?.attributes.first)
        #expect(attribute.validations == ["<NSCompoundPredicate>"])
        #expect(!attribute.elements.isEmpty)
    }

    @Test func `a fetch request is read with its order`() throws {
        let objects = [
            "<string>$null</string>",
            object([("$class", reference(2)), ("NSFetchRequestTemplates", reference(3))]),
            type("NSManagedObjectModel"),
            object([("NS.keys", list([4])), ("NS.objects", list([5]))]), "<string>rated</string>",
            object([
                ("$class", reference(6)), ("NSEntityName", reference(4)),
                ("NSHasFetchRequestFlags", "<true/>"),
                ("NSFetchRequestFlags", "<integer>30</integer>"),
                ("NSSortDescriptors", reference(7)),
            ]),
            type("NSFetchRequest"), object([("NS.objects", list([8]))]),
            object([
                ("$class", reference(9)), ("NSKey", reference(4)), ("NSAscending", "<false/>"),
                ("NSSelector", reference(10)), ("NSReverseNullOrder", "<false/>"),
            ]),
            type("NSSortDescriptor"), "<string>compare:</string>",
        ]
        let model = try model(of: objects)
        let request = try #require(model.fetchTemplates.first)
        #expect(request.settings.isEmpty)
        #expect(request.sorting == [.init("rated", isAscending: false, selector: "compare:")])
    }

    @Test(arguments: [
        ("DwA", -1, "<false/>", "1.5"), ("+gA", -3, "<true/>", "-0.25"),
        ("AQA", 3, "<false/>", "1000"),
    ]) func `a condition is read with its decimal number`(
        mantissa: String, exponent: Int, isNegative: String, text: String
    ) throws {
        let objects = [
            "<string>$null</string>",
            object([("$class", reference(2)), ("NSEntities", reference(3))]),
            type("NSManagedObjectModel"),
            object([("NS.keys", list([4])), ("NS.objects", list([5]))]), "<string>A</string>",
            object([
                ("$class", reference(6)), ("NSEntityName", reference(4)),
                ("NSProperties", reference(7)),
            ]),
            type("NSEntityDescription"),
            object([("NS.keys", list([4])), ("NS.objects", list([8]))]),
            object([
                ("$class", reference(9)), ("NSPropertyName", reference(4)),
                ("NSAttributeType", "<integer>400</integer>"),
                ("NSValidationPredicates", reference(10)),
            ]),
            type("NSAttributeDescription"), object([("NS.objects", list([11]))]),
            object([
                ("$class", reference(12)), ("NSLeftExpression", reference(13)),
                ("NSRightExpression", reference(15)), ("NSPredicateOperator", reference(17)),
            ]),
            type("NSComparisonPredicate"), object([("$class", reference(14))]),
            type("NSSelfExpression"),
            object([("$class", reference(16)), ("NSConstantValue", reference(19))]),
            type("NSConstantValueExpression"),
            object([("$class", reference(18)), ("NSOperatorType", "<integer>3</integer>")]),
            type("NSComparisonPredicateOperator"),
            object([
                ("$class", reference(20)), ("NS.mantissa", "<data>\(mantissa)=</data>"),
                ("NS.mantissa.bo", "<integer>1</integer>"), ("NS.length", "<integer>1</integer>"),
                ("NS.exponent", "<integer>\(exponent)</integer>"), ("NS.negative", isNegative),
                ("NS.compact", "<false/>"),
            ]),
            type("NSDecimalNumber"),
        ]
        let model = try model(of: objects)
        #expect(
            model.entities.first?.attributes.first?.validations
                == ["SELF >= CAST(\"\(text)\", \"NSDecimalNumber\")"])
    }

    @Test func `deflated streams are read as the others write them`() throws {
        // What zlib makes of three hundred lines, raw and with words of its own.
        let packed = try #require(
            Data(
                base64Encoded:
                    "7ZU7DgIxDESvskcgyW6SFaehAAlpWWpuj2jfKyxRu0zk79ieOZ7nfbks78fyup2f63L83gXvFe+d9h0f"
                    + "dcNHo8XKGJ1JJqtoTEKPdeBjVLowJHN0WuzqhGUMoccYG112oSGENQLFoMvGOiZ7YyuVeE26bExS2dvU"
                    + "HDU2pi20mISjCx8W1lhHUbfEiwBO1jXYypBFCz/CoEqrwnrUmpoXPAJQEJdwTBqkRq1l0LpoobRyWsoZ"
                    + "rbUW36dRwvPq0YnqiHXmIgJRRQ/ppkaEJUoT6bWINkWsot4W0rcIfg8UgkWkwqTCpMKkwqTCpMKkwqTC"
                    + "pMKkwqTCpMKkwvyvMF8="))
        let lines = (0..<300).map { "line \($0 * $0 % 97) of many; " }.joined()
        #expect(Deflate.inflated(packed) == Data(lines.utf8))
        #expect(Deflate.inflated(packed.dropLast(3)) == nil)
        let plain = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        #expect(Deflate.inflated(Deflate.stored(plain)) == plain)
        #expect(Deflate.inflated(Deflate.stored(plain), limit: 99_999) == nil)
        #expect(Deflate.inflated(Data([0x07])) == nil)
    }
}

// The parts of a keyed archive, as XML.

private func reference(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
}

private func list(_ numbers: [Int]) -> String {
    "<array>" + numbers.map(reference).joined() + "</array>"
}

private func object(_ entries: [(String, String)]) -> String {
    "<dict>" + entries.map { "<key>\($0)</key>\($1)" }.joined() + "</dict>"
}

private func type(_ name: String) -> String { object([("$classname", "<string>\(name)</string>")]) }

/// The model in an archive of objects, which are numbered from 0; 1 is the model.
private func model(of objects: [String]) throws -> ObjectModel {
    let archive = object([
        ("$top", object([("root", reference(1))])),
        ("$objects", "<array>\(objects.joined())</array>"),
    ])
    return try MomReader.model(Data("<plist>\(archive)</plist>".utf8))
}
