import Foundation
import CoreDataModel
import Testing

/// Wraps elements into a model file; the first of them stands in line 3.
func modelFile(_ elements: String) -> Data {
    Data(
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"
         userDefinedModelVersionIdentifier="v2">
        \(elements)
        </model>
        """.utf8)
}

/// The attribute that one `<attribute …/>` makes.
func attribute(_ text: String) throws -> ObjectAttribute {
    let model = try ObjectModel(xml: modelFile(#"<entity name="E"><attribute \#(text)/></entity>"#))
    return try #require(model.entities.first?.attributes.first)
}

@Suite struct ModelXMLTests {
    @Test func `an absent setting means no`() throws {
        let one = try attribute(#"name="a" attributeType="String""#)
        #expect(one.isOptional == false)
        #expect(one.isTransient == false)
        #expect(one.usesScalarValueType == false)
        #expect(one.defaultValue == nil)
        let two = try attribute(
            #"""
            name="a" optional="YES" transient="YES" attributeType="Integer 32"
            usesScalarValueType="YES" allowsCloudEncryption="YES" preserveAfterDeletion="YES"
            spotlightIndexingEnabled="YES" allowsExternalBinaryDataStorage="YES" indexed="YES"
            elementID="old" versionHashModifier="2" futureSetting="YES"
            """#)
        #expect(two.isOptional && two.isTransient && two.usesScalarValueType)
        #expect(two.allowsCloudEncryption && two.preservesValueInHistoryOnDeletion)
        #expect(two.isIndexedBySpotlight && two.allowsExternalStorage && two.isIndexed)
        #expect(two.renamingIdentifier == "old" && two.versionHashModifier == "2")
    }

    @Test(arguments: [
        ("Integer 16", "12", ModelValue.int(12)), ("Integer 64", "-1", .int(-1)),
        ("Integer 64", "0.0", .int(0)), ("Integer 32", "NO", .int(0)),
        ("Boolean", "YES", .int(1)), ("Boolean", "NO", .int(0)), ("Boolean", "1", .int(1)),
        ("Double", "0.0", .double(0)), ("Float", "2,5", .double(2.5)),
        ("Decimal", "12.50", .decimal(Decimal(string: "12.5") ?? 0)),
        ("String", "", .text("")), ("String", "a &lt; b", .text("a < b")),
        ("Date", "2013-04-23 12:00:00 +0000", .date(Date(timeIntervalSince1970: 1_366_718_400))),
        ("Date", "2013-04-23 14:00 +0200", .date(Date(timeIntervalSince1970: 1_366_718_400))),
        ("URI", "https://example.com/a", .url(URL(fileURLWithPath: "/"))),
        (
            "UUID", "C7C8C0B3-5F26-4D0E-9E3A-6F7E1F9B1A11",
            .uuid(UUID(uuidString: "C7C8C0B3-5F26-4D0E-9E3A-6F7E1F9B1A11") ?? UUID())
        ),
    ])
    func `a default has the attribute's type`(type: String, text: String, value: ModelValue) throws
    {
        let read = try attribute(
            #"name="a" attributeType="\#(type)" defaultValueString="\#(text)""#)
        if type == "URI" {
            #expect(read.defaultValue == URL(string: text).map(ModelValue.url))
        } else {
            #expect(read.defaultValue == value)
        }
    }

    @Test func `dates count from 2001`() throws {
        let one = try attribute(
            #"""
            name="a" attributeType="Date" defaultDateTimeInterval="631123200"
            minDateTimeInterval="0" maxDateTimeInterval="86400.5"
            """#)
        #expect(
            one.defaultValue == .date(Date(timeIntervalSinceReferenceDate: 631_123_200)))
        #expect(one.minimum == .date(Date(timeIntervalSinceReferenceDate: 0)))
        #expect(one.maximum == .date(Date(timeIntervalSinceReferenceDate: 86_400.5)))
    }

    @Test func `bounds of text are lengths`() throws {
        let one = try attribute(
            #"""
            name="a" attributeType="String" minValueString="1" maxValueString="20"
            regularExpressionString="[a-z]+"
            """#)
        #expect(one.minimum == .int(1) && one.maximum == .int(20))
        #expect(one.pattern == "[a-z]+")
        let two = try attribute(#"name="a" attributeType="Float" minValueString="-2.5""#)
        #expect(two.minimum == .double(-2.5))
    }

    @Test func `an attribute may have no type`() throws {
        #expect(try attribute(#"name="a" optional="YES" transient="YES""#).type == .undefined)
        let derived = try attribute(
            #"name="a" attributeType="Integer 64" derived="YES" derivationExpression="items.@count""#
        )
        #expect(derived.derivation == "items.@count")
    }

    @Test func `relationships say how many and what becomes of them`() throws {
        let model = try ObjectModel(
            xml: modelFile(
                """
                <entity name="Folder" representedClassName=".Folder" syncable="YES" isAbstract="YES"
                 codeGenerationType="class" elementID="Box" versionHashModifier="3">
                    <relationship name="notes" optional="YES" toMany="YES" minCount="1" maxCount="9"
                     deletionRule="Cascade" ordered="YES" destinationEntity="Note"
                     inverseName="folder" inverseEntity="Note"/>
                </entity>
                <entity name="Note" parentEntity="Thing" codeGenerationType="category">
                    <relationship name="folder" maxCount="1" deletionRule="No Action"
                     destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
                    <userInfo><entry key="a" value="1"/><entry key="b"/></userInfo>
                </entity>
                """))
        #expect(model.versionIdentifiers == ["v2"])
        let folder = model.entities[0]
        #expect(folder.className == ".Folder" && folder.isAbstract)
        #expect(folder.codeGeneration == .class && model.entities[1].codeGeneration == .category)
        #expect(folder.renamingIdentifier == "Box" && folder.versionHashModifier == "3")
        let notes = folder.relationships[0]
        #expect(notes.isToMany && notes.isOrdered && notes.isOptional)
        #expect(notes.minimumCount == 1 && notes.maximumCount == 9)
        #expect(notes.deleteRule == .cascade && notes.inverse == "folder")
        let back = model.entities[1].relationships[0]
        #expect(!back.isToMany && !back.isOptional && back.maximumCount == 1)
        #expect(back.deleteRule == .noAction && back.destination == "Folder")
        #expect(model.entities[1].superentity == "Thing")
        #expect(model.entities[1].userInfo == ["a": "1", "b": ""])
    }

    @Test func `constraints and indexes, new and old`() throws {
        let model = try ObjectModel(
            xml: modelFile(
                """
                <entity name="Note">
                    <attribute name="id" attributeType="UUID"/>
                    <uniquenessConstraints>
                        <uniquenessConstraint><constraint value="id"/></uniquenessConstraint>
                        <uniquenessConstraint>
                            <constraint value="a"/><constraint value="b"/>
                        </uniquenessConstraint>
                    </uniquenessConstraints>
                    <fetchIndex name="byID" partialIndexPredicate="a &gt; 1">
                        <fetchIndexElement property="id" type="Binary" order="descending"/>
                        <fetchIndexElement expression="length:(a)" expressionType="String"
                         type="RTree" order="ascending"/>
                    </fetchIndex>
                    <compoundIndexes>
                        <compoundIndex><index value="a"/><index value="b"/></compoundIndex>
                    </compoundIndexes>
                </entity>
                """))
        let note = model.entities[0]
        #expect(note.uniquenessConstraints == [["id"], ["a", "b"]])
        #expect(note.indexes.map(\.name) == ["byID", "a_b"])
        #expect(note.indexes[0].partialPredicate == "a > 1")
        #expect(note.indexes[0].elements[0].isAscending == false)
        #expect(note.indexes[0].elements[1].expression == "length:(a)")
        #expect(note.indexes[0].elements[1].isSpatial)
        #expect(note.indexes[1].elements.map(\.property) == ["a", "b"])
    }

    @Test func `requests, configurations and composites`() throws {
        let model = try ObjectModel(
            xml: modelFile(
                """
                <entity name="Shop">
                    <attribute name="place" attributeType="Composite" composite="Address"/>
                    <fetchedProperty name="near" optional="YES">
                        <fetchRequest name="f" entity="Shop" predicateString="a == 1"/>
                    </fetchedProperty>
                </entity>
                <fetchRequest name="byName" entity="Shop" predicateString="name == $NAME"
                 fetchLimit="5" resultType="1" includeSubentities="YES"/>
                <configuration name="Cloud"><memberEntity name="Shop"/></configuration>
                <composite name="Address">
                    <attribute name="street" attributeType="String"/>
                    <attribute name="spot" attributeType="Composite" composite="Spot"/>
                </composite>
                <composite name="Spot"><attribute name="x" attributeType="Double"/></composite>
                """))
        let place = model.entities[0].attributes[0]
        #expect(place.type == .composite && place.compositeName == "Address")
        #expect(place.elements.map(\.name) == ["street", "spot"])
        #expect(place.elements[1].elements.map(\.name) == ["x"])
        #expect(model.composites.map(\.name) == ["Address", "Spot"])
        #expect(model.configurations == ["Cloud": ["Shop"]])
        let request = model.fetchTemplates[0]
        #expect(request.name == "byName" && request.predicate == "name == $NAME")
        #expect(request.fetchLimit == 5 && request.resultType == 1)
        #expect(request.settings == ["includeSubentities": "YES"])
        #expect(model.entities[0].fetchedProperties[0].request.predicate == "a == 1")
    }
}
