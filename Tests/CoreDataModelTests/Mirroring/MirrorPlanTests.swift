import CoreDataModel
import Foundation
import Testing

@Suite struct MirrorPlanTests {
    private func plan(_ elements: String, configuration: String? = nil) throws -> MirrorPlan {
        MirrorPlan(try ObjectModel(xml: modelFile(elements)), configuration: configuration)
    }

    @Test(arguments: [
        ("Integer 16", MirrorPlan.FieldKind.int64, false), ("Integer 32", .int64, false),
        ("Integer 64", .int64, false), ("Boolean", .int64, false), ("Float", .double, false),
        ("Double", .double, false), ("Decimal", .double, false), ("Date", .timestamp, false),
        ("UUID", .string, false), ("URI", .string, false), ("String", .string, true),
        ("Binary", .bytes, true), ("Transformable", .bytes, true),
    ])
    func `an attribute is a field of its kind`(
        type: String, kind: MirrorPlan.FieldKind, hasTwin: Bool
    ) throws {
        let plan = try plan(
            #"<entity name="E"><attribute name="a" optional="YES" attributeType="\#(type)"/></entity>"#
        )
        let field = try #require(plan["CD_E"]?.field("CD_a"))
        #expect(field.kind == kind)
        #expect(field.twinName == (hasTwin ? "CD_a_ckAsset" : nil))
        #expect(field.entity == "E" && field.property == "a" && !field.isEncrypted)
    }

    @Test func `a composite is bytes`() throws {
        let plan = try plan(
            """
            <composite name="Place"><attribute name="x" attributeType="Double"/></composite>
            <entity name="E">
                <attribute name="a" optional="YES" attributeType="Composite" composite="Place"/>
            </entity>
            """)
        let field = try #require(plan["CD_E"]?.field("CD_a"))
        #expect(field.kind == .bytes && field.hasTwin)
    }

    @Test func `what lives on a device alone has no field`() throws {
        let plan = try plan(
            """
            <entity name="E">
                <attribute name="a" optional="YES" transient="YES" attributeType="String"/>
                <attribute name="b" optional="YES" attributeType="Date" derivationExpression="now()"/>
                <attribute name="c" optional="YES" attributeType="Undefined"/>
                <relationship name="d" optional="YES" toMany="YES" destinationEntity="F"
                    inverseName="e"/>
                <fetchedProperty name="g"><fetchRequest name="g" entity="F"/></fetchedProperty>
            </entity>
            <entity name="F">
                <relationship name="e" optional="YES" maxCount="1" destinationEntity="E"
                    inverseName="d"/>
            </entity>
            """)
        #expect(plan["CD_E"]?.fields == [MirrorPlan.entityName, MirrorPlan.moveReceipt])
        #expect(plan["CD_E"]?.derived.map(\.name) == ["CD_b"])
        #expect(plan["CD_F"]?.field("CD_e")?.kind == .string)
        #expect(plan["CD_F"]?.field("CD_e")?.hasTwin == false)
        #expect(plan["CD_F"]?.fieldCount == 4)
        #expect(plan.links.isEmpty && plan.linkType == nil && plan.problems.isEmpty)
    }

    @Test func `one to one is a field on both sides`() throws {
        let plan = try plan(
            """
            <entity name="E"><relationship name="f" maxCount="1" destinationEntity="F"
                inverseName="e"/></entity>
            <entity name="F"><relationship name="e" maxCount="1" destinationEntity="E"
                inverseName="f"/></entity>
            """)
        #expect(plan["CD_E"]?.field("CD_f") != nil && plan["CD_F"]?.field("CD_e") != nil)
    }

    @Test func `many to many is a link, whose ends are in alphabetical order`() throws {
        let plan = try plan(
            """
            <entity name="Tag"><relationship name="posts" toMany="YES" destinationEntity="Post"
                inverseName="tags"/></entity>
            <entity name="Post">
                <relationship name="tags" toMany="YES" destinationEntity="Tag" inverseName="posts"/>
                <relationship name="likes" toMany="YES" destinationEntity="Post"
                    inverseName="likedBy"/>
                <relationship name="likedBy" toMany="YES" destinationEntity="Post"
                    inverseName="likes"/>
                <relationship name="related" toMany="YES" destinationEntity="Post"
                    inverseName="related"/>
            </entity>
            """)
        #expect(
            plan.links.map {
                "\($0.first.entity):\($0.second.entity) \($0.first.relationship):\($0.second.relationship)"
            } == ["Post:Post likedBy:likes", "Post:Post related:related", "Post:Tag tags:posts"])
        #expect(
            plan["CDMR"]?.fields.map(\.name)
                == ["CD_entityNames", "CD_moveReceipt", "CD_recordNames", "CD_relationships"])
    }

    @Test func `a family is one type, and abstract entities have no records`() throws {
        let plan = try plan(
            """
            <entity name="Item" isAbstract="YES"><attribute name="name" attributeType="String"/></entity>
            <entity name="Book" parentEntity="Item"><attribute name="pages" attributeType="Integer 16"/></entity>
            <entity name="Comic" parentEntity="Book"><attribute name="artist" attributeType="String"/></entity>
            <entity name="Idea" isAbstract="YES"><attribute name="x" attributeType="String"/></entity>
            """)
        #expect(plan.types.map(\.name) == ["CD_Item"])
        #expect(plan["CD_Item"]?.entities == ["Book", "Comic"])
        #expect(
            plan["CD_Item"]?.fields.map(\.name)
                == ["CD_artist", "CD_entityName", "CD_moveReceipt", "CD_name", "CD_pages"])
    }

    @Test func `a configuration has its entities alone`() throws {
        let xml = """
            <entity name="E"/><entity name="F"/>
            <configuration name="Cloud"><memberEntity name="F"/></configuration>
            """
        #expect(try plan(xml, configuration: "Cloud").types.map(\.name) == ["CD_F"])
        #expect(try plan(xml).types.count == 2)
        #expect(try plan(xml, configuration: "PF_DEFAULT_CONFIGURATION_NAME").types.count == 2)
        #expect(try plan(xml, configuration: "Elsewhere").types.isEmpty)
    }

    @Test func `entities that inherit in a circle end`() throws {
        let plan = try plan(
            """
            <entity name="A" parentEntity="B"/><entity name="B" parentEntity="A"/>
            """)
        #expect(!plan.types.isEmpty)
    }

    @Test func `names that the mirror uses, and that collide, are problems`() throws {
        let plan = try plan(
            """
            <entity name="E">
                <attribute name="moveReceipt" optional="YES" attributeType="Binary"/>
                <attribute name="entityName" optional="YES" attributeType="String"/>
                <attribute name="moveReceipt_ckAsset" optional="YES" attributeType="Binary"/>
                <attribute name="photo" optional="YES" attributeType="Binary"/>
                <attribute name="photo_ckAsset" optional="YES" attributeType="String"/>
                <attribute name="größe" optional="YES" attributeType="String"/>
                <attribute name="price" optional="YES" attributeType="Decimal"/>
            </entity>
            <entity name="F" parentEntity="E"><attribute name="x" attributeType="String"/></entity>
            <entity name="G" parentEntity="E"><attribute name="x" attributeType="Date"/></entity>
            <entity name="H" parentEntity="E"><attribute name="x" attributeType="String"/></entity>
            """)
        func named(_ code: MirrorProblem.Code) -> [String] {
            plan.problems.filter { $0.code == code }.map { $0.property ?? "" }.sorted()
        }
        #expect(named(.reservedName) == ["entityName", "moveReceipt", "moveReceipt_ckAsset"])
        #expect(named(.collidingNames) == ["moveReceipt_ckAsset", "photo_ckAsset", "x"])
        #expect(named(.invalidName) == ["größe"])
        #expect(named(.decimal) == ["price"])
        #expect(
            plan.problems.first { $0.property == "x" }?.message
                == "'G.x' and 'F.x' are one field of CD_E, CD_x, and of different types; rename "
                + "one of them")
        // The mirror's own fields stay what they are.
        #expect(plan["CD_E"]?.field("CD_moveReceipt") == MirrorPlan.moveReceipt)
    }

    @Test(arguments: [(120, nil), (121, MirrorProblem.Code.manyStrings), (127, .tooManyFields)])
    func `text counts twice`(count: Int, code: MirrorProblem.Code?) throws {
        let attributes = (0..<count).map {
            #"<attribute name="a\#($0)" optional="YES" attributeType="String"/>"#
        }.joined()
        let plan = try plan(#"<entity name="E">\#(attributes)</entity>"#)
        #expect(plan.problems.map(\.code) == (code.map { [$0] } ?? []))
        #expect(plan["CD_E"]?.fieldCount == count * 2 + 3)
    }
}
