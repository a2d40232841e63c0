import Foundation
import Testing

@testable import ManagedAccessorCore

@Suite struct GeneratedClassTests {
    private let entities = """
        <entity name="Shop" representedClassName="Shop" codeGenerationType="class">
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="rank" attributeType="Integer 16" usesScalarValueType="YES"/>
            <attribute name="size" attributeType="Integer 64" usesScalarValueType="NO"/>
            <attribute name="open" attributeType="Boolean" usesScalarValueType="YES"/>
            <attribute name="since" attributeType="Date" usesScalarValueType="NO"/>
            <attribute name="tags" attributeType="Transformable" customClassName="[String]"/>
            <attribute name="any" attributeType="Transformable"/>
            <attribute name="price" attributeType="Decimal"/>
            <relationship name="wares" toMany="YES" ordered="YES" destinationEntity="Ware"/>
            <relationship name="guests" toMany="YES" destinationEntity="Guest"/>
            <relationship name="owner" maxCount="1" destinationEntity="Guest"/>
        </entity>
        <entity name="Ware" representedClassName=".Ware" parentEntity="Shop" codeGenerationType="class"/>
        <entity name="Guest"/>
        """

    @Test func `properties have the types that Xcode gives`() throws {
        let text = generate("", models: [try model(entities)]).text
        for line in [
            "public class Shop: NSManagedObject {}", "public class Ware: Shop {}",
            "public var name: String? {", "public var rank: Int16 {",
            "public var size: NSNumber? {",
            "public var `open`: Bool {", "public var since: Date? {",
            "public var tags: [String]? {",
            "public var any: NSObject? {", "public var price: NSDecimalNumber? {",
            "public var wares: NSOrderedSet? {", "public var guests: NSSet? {",
            "public var owner: NSManagedObject? {",
            "public func addToWares(_ value: Ware) {", "public func addToGuests(_ values: NSSet) {",
            "public func addToGuests(_ values: [NSManagedObject]) {",
            "public func insertIntoWares(_ value: Ware, at idx: Int) {",
            "public func replaceWares(at indexes: NSIndexSet, with values: [Ware]) {",
            "extension Shop: Identifiable {}", "public import CoreData",
            "@nonobjc public class func fetchRequest() -> NSFetchRequest<Ware> "
                + "{ NSFetchRequest<Ware>(entityName: \"Ware\") }",
            "names[\\Shop.owner] = \"owner\"",
        ] {
            let isThere = text.contains(line)
            #expect(isThere, "\(line)")
        }
        #expect(!text.contains("insertIntoGuests"))
        #expect(!text.contains("addToWares(_ values: ["))
        #expect(!text.contains("extension Ware: Identifiable"))
        #expect(!text.contains("class Guest"))
    }

    @Test func `sources may hold generated classes`() throws {
        let output = generate(
            "import CoreData\nclass Visit: NSManagedObject { @NSManaged var shop: Shop? }",
            models: [try model(entities)])
        #expect(output.diagnostics.isEmpty)
        #expect(output.symbols.contains("$s3App5VisitC4shopAA4ShopCSgvg"))
    }

    @Test func `what mentions an internal class is internal`() throws {
        let text = generate(
            "class Guest: NSManagedObject {}",
            models: [
                try model(
                    """
                    <entity name="Guest" representedClassName="Guest"/>
                    <entity name="Room" representedClassName="Room" codeGenerationType="class">
                        <attribute name="size" attributeType="String"/>
                        <relationship name="guests" toMany="YES" destinationEntity="Guest"/>
                        <relationship name="owner" maxCount="1" destinationEntity="Guest"/>
                    </entity>
                    <entity name="Regular" representedClassName="Regular" parentEntity="Guest" codeGenerationType="class"/>
                    """)
            ]
        ).text
        for line in [
            "public class Room: NSManagedObject {}", "    public var size: String? {",
            "    public var guests: NSSet? {", "    var owner: Guest? {",
            "    func addToGuests(_ value: Guest) {", "\nclass Regular: Guest {}",
        ] {
            let isThere = text.contains(line)
            #expect(isThere, "\(line)")
        }
    }

    @Test func `a category extends the class that is written`() throws {
        let bundle = try model(
            """
            <entity name="Note" representedClassName="Note" codeGenerationType="category">
                <attribute name="title" attributeType="String"/>
            </entity>
            """)
        let output = generate("class Note: NSManagedObject {}", models: [bundle])
        #expect(output.text.contains("    var title: String? {"))
        #expect(!output.text.contains("class Note: NSManagedObject"))
        let missing = generate("", models: [bundle]).diagnostics
        #expect(missing.first?.text.hasSuffix("or choose Class Definition") == true)
        #expect(missing.first?.line == 3)
    }

    @Test func `a class that is written and generated is an error at the model's line`() throws {
        let output = generate(
            "\nclass Shop: NSManagedObject {}", models: [try model(entities)])
        let text = try #require(output.diagnostics.first?.text)
        #expect(
            text.contains("Notes.xcdatamodel/contents:3: error: the class 'Shop' of the entity"))
        #expect(text.contains("also written in Note.swift:2;"))
    }
}
