import CoreDataModel
import Foundation
import TestTime
import Testing

@Suite struct MirrorRulesTests {
    private let broken = """
        <entity name="Note">
            <attribute name="Zeal" attributeType="String"/>
            <attribute name="alpha" attributeType="UUID"/>
            <attribute name="beta" attributeType="String" defaultValueString=""/>
            <attribute name="gamma" optional="YES" attributeType="Undefined"/>
            <relationship name="tags" optional="YES" toMany="YES" ordered="YES"
                destinationEntity="Tag" inverseName="note" deletionRule="Deny"/>
            <relationship name="lost" optional="YES" maxCount="1" destinationEntity="Tag"/>
            <uniquenessConstraints>
                <uniquenessConstraint><constraint value="alpha"/><constraint value="beta"/></uniquenessConstraint>
                <uniquenessConstraint><constraint value="beta"/></uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
        <entity name="Sketch" parentEntity="Note"/>
        <entity name="Tag">
            <relationship name="note" maxCount="1" destinationEntity="Note" inverseName="tags"/>
            <relationship name="loose" optional="YES" toMany="YES" destinationEntity="Note"
                inverseName="lost" deletionRule="No Action"/>
        </entity>
        <configuration name="Cloud"><memberEntity name="Tag"/></configuration>
        """

    @Test func `each rule has a block, and each entity its inherited properties`() throws {
        let model = try ObjectModel(xml: modelFile(broken))
        let reason = MirrorRules.reason(for: MirrorRules.violations(of: model))
        #expect(
            reason == """
                CloudKit integration does not support ordered relationships. The following \
                relationships are marked ordered:
                Note: tags
                Sketch: tags

                CloudKit integration requires that all attributes be optional, or have a default \
                value set. The following attributes are marked non-optional but do not have a \
                default value:
                Note: alpha, Zeal
                Sketch: alpha, Zeal

                CloudKit integration requires that all relationships be optional, the following \
                are not:
                Tag: note

                CloudKit integration does not support unique constraints. The following entities \
                are constrained:
                Note: alpha, beta
                Note: beta

                CloudKit integration requires that all relationships have an inverse, the \
                following do not:
                Note: lost
                Sketch: lost

                The following relationships are configured with unsupported delete rules:
                Note:tags - Deny
                Sketch:tags - Deny

                CloudKit has no field type for the following attributes, whose types a mirrored \
                store cannot keep:
                Note: gamma - Undefined
                Sketch: gamma - Undefined
                """, "\(reason ?? "")")
    }

    @Test func `the configuration's entities count, and what leads out of it is refused`() throws {
        let model = try ObjectModel(xml: modelFile(broken))
        let found = MirrorRules.violations(of: model, configuration: "Cloud")
        #expect(
            found.map(\.code) == [
                .requiredRelationship, .outsideConfiguration, .outsideConfiguration,
            ])
        #expect(
            MirrorRules.reason(for: found)?.hasSuffix(
                """
                to entities that are not mirrored:
                Tag: loose - Note
                Tag: note - Note
                """) == true)
        #expect(MirrorRules.violations(of: model, configuration: "None").isEmpty)
    }

    @Test func `a name of the mirror's own fields is refused`() throws {
        let model = try ObjectModel(
            xml: modelFile(
                """
                <entity name="Log">
                    <attribute name="entityName" optional="YES" attributeType="String"/>
                    <attribute name="moveReceipt_ckAsset" optional="YES" attributeType="Binary"/>
                    <attribute name="moveReceipt" optional="YES" transient="YES"
                        attributeType="String"/>
                </entity>
                <entity name="Entry" parentEntity="Log"/>
                """))
        let reason = MirrorRules.reason(for: MirrorRules.violations(of: model))
        #expect(
            reason == """
                The following properties have names of fields in which the mirror keeps something \
                of its own:
                Log: entityName - CD_entityName
                Log: moveReceipt_ckAsset - CD_moveReceipt_ckAsset
                """, "\(reason ?? "")")
        #expect(MirrorRules.problems(of: model).map(\.code) == [.reservedName, .reservedName])
    }

    @Test func `properties with one field and several types are refused`() throws {
        let model = try ObjectModel(
            xml: modelFile(
                """
                <entity name="Root">
                    <attribute name="text" optional="YES" attributeType="String"/>
                    <attribute name="text_ckAsset" optional="YES" attributeType="Binary"/>
                </entity>
                <entity name="A" parentEntity="Root">
                    <attribute name="same" optional="YES" attributeType="Integer 16"/>
                    <attribute name="secret" optional="YES" attributeType="String"/>
                    <attribute name="value" optional="YES" attributeType="String"/>
                </entity>
                <entity name="B" parentEntity="Root">
                    <attribute name="same" optional="YES" attributeType="Integer 64"/>
                    <attribute name="secret" optional="YES" attributeType="String"
                        allowsCloudEncryption="YES"/>
                    <attribute name="value" optional="YES" attributeType="Integer 64"/>
                </entity>
                """))
        let reason = MirrorRules.reason(for: MirrorRules.violations(of: model))
        #expect(
            reason == """
                The following properties have the field of another property, which is of another \
                type or encryption:
                B: secret - A.secret
                B: value - A.value
                Root: text_ckAsset - Root.text
                """, "\(reason ?? "")")
        #expect(
            MirrorRules.problems(of: model).map(\.code) == [
                .collidingNames, .collidingNames, .collidingNames,
            ])
    }

    @Test func `a model that CloudKit accepts has no text`() throws {
        let model = try ObjectModel(
            xml: modelFile(
                """
                <entity name="Note"><attribute name="a" optional="YES" attributeType="String"/>
                </entity>
                """))
        #expect(MirrorRules.reason(for: MirrorRules.violations(of: model)) == nil)
        #expect(MirrorRules.problems(of: model).isEmpty)
    }

    /// A folder of its own with versions of a model; the last is the current one.
    private func bundle(_ versions: [(String, String)]) throws -> ModelBundle {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("MirrorRulesTests-\(UUID().uuidString)")
            .appendingPathComponent("Notes.xcdatamodeld")
        for (name, text) in versions {
            let version = folder.appendingPathComponent(name + ".xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: version.appendingPathComponent("contents"))
        }
        let list = ["_XCCurrentVersionName": (versions.last?.0 ?? "") + ".xcdatamodel"]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: folder.appendingPathComponent(".xccurrentversion"))
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        return try ModelBundle(contentsOf: folder)
    }

    @Test func `lint says each property once, where it stands`() throws {
        let read = try bundle([("Notes", String(decoding: modelFile(broken), as: UTF8.self))])
        let version = try #require(read.current)
        let found = MirrorRules.problems(of: version, in: read)
        let alpha = found.filter { $0.code == .requiredAttribute && $0.property == "alpha" }
        #expect(alpha.map(\.line) == [6])
        #expect(
            alpha.first?.file?.hasSuffix("Notes.xcdatamodeld/Notes.xcdatamodel/contents") == true)
        #expect(
            alpha.first?.description.hasSuffix(
                "contents:6: error: 'Note.alpha' is neither optional nor has a default value; "
                    + "CloudKit integration requires one of them") == true)
        // A constraint of one attribute stands where the attribute does, others at their entity.
        #expect(found.filter { $0.code == .uniqueConstraint }.map(\.line) == [4, 7])
        #expect(found.allSatisfy { $0.severity == .error })
    }

    @Test func `versions that change a type or rename are named`() throws {
        func model(_ attributes: String) -> String {
            String(
                decoding: modelFile(#"<entity name="Note">\#(attributes)</entity>"#), as: UTF8.self)
        }
        let read = try bundle([
            (
                "One",
                model(
                    """
                    <attribute name="rank" optional="YES" attributeType="Integer 16"/>
                    <attribute name="size" optional="YES" attributeType="Integer 16"/>
                    <attribute name="title" optional="YES" attributeType="String"/>
                    """)
            ),
            (
                "Two",
                model(
                    """
                    <attribute name="rank" optional="YES" attributeType="Double"/>
                    <attribute name="size" optional="YES" attributeType="Integer 64"/>
                    <attribute name="headline" optional="YES" attributeType="String" elementID="title"/>
                    <attribute name="note" optional="YES" attributeType="String" elementID="memo"/>
                    """)
            ),
        ])
        let found = MirrorRules.problems(of: try #require(read.current), in: read)
        #expect(found.map(\.code) == [.changedType, .renamed, .renamed])
        #expect(found.map(\.severity) == [.error, .error, .warning])
        #expect(
            found[0].message
                == "'Note.rank' is DOUBLE in CloudKit, and INT64 in the version 'One'; a deployed "
                + "field keeps its type: give the property another name")
        #expect(
            found[1].message.hasPrefix(
                "CloudKit integration forbids renaming 'title' to 'headline'.")
        )
        #expect(found.map(\.line) == [4, 6, 7])
    }

    @Test func `versions that rename an element of a composite are named`() throws {
        func model(_ element: String) -> String {
            String(
                decoding: modelFile(
                    """
                    <entity name="Note">
                    <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
                    </entity><composite name="Place">\(element)</composite>
                    """), as: UTF8.self)
        }
        let read = try bundle([
            ("One", model(#"<attribute name="city" optional="YES" attributeType="String"/>"#)),
            (
                "Two",
                model(
                    #"<attribute name="town" optional="YES" attributeType="String" elementID="city"/>"#
                )
            ),
        ])
        let found = MirrorRules.problems(of: try #require(read.current), in: read)
        #expect(found.map(\.code) == [.renamed])
        #expect(found.map(\.severity) == [.error])
        #expect(found.first?.property == "place")
        #expect(
            found.first?.message.hasPrefix(
                "CloudKit integration forbids renaming 'city' to 'town'.")
                == true)
    }

    @Test func `the author marks what is used with CloudKit`() throws {
        func marked(_ model: String, _ configuration: String) throws -> [String?] {
            let read = try bundle([
                (
                    "Notes",
                    """
                    <model \(model)><entity name="E"/>
                    <configuration name="Cloud" \(configuration)><memberEntity name="E"/></configuration>
                    <configuration name="Local"><memberEntity name="E"/></configuration></model>
                    """
                )
            ])
            return MirrorRules.markedConfigurations(of: try #require(read.current))
        }
        #expect(try marked("", "") == [])
        #expect(try marked(#"usedWithCloudKit="NO""#, "") == [])
        #expect(try marked(#"usedWithCloudKit="YES""#, "") == [nil])
        #expect(try marked("", #"usedWithCloudKit="YES""#) == ["Cloud"])
        #expect(
            try marked(#"usedWithCloudKit="YES""#, #"usedWithCloudKit="YES""#) == [nil, "Cloud"])
    }

    @Test func `a chain of 20,000 entities is checked in the time that reading it takes`() throws {
        let count = 20_000
        let chain = (0..<count).map { number in
            """
            <entity name="E\(number)" parentEntity="\(number == 0 ? "" : "E\(number - 1)")">
                <relationship name="to\(number)" optional="YES" maxCount="1"
                    destinationEntity="E\(count - 1)" inverseName="from\(number)"/>
                <relationship name="from\(number)" maxCount="1"
                    destinationEntity="E\(count - 1)" inverseName="to\(number)"/>
                <fetchIndex name="i"><fetchIndexElement property="to0"/></fetchIndex>
            </entity>
            """
        }
        let contents = modelFile(chain.joined(separator: "\n"))
        let model = try ObjectModel(xml: contents)
        var mistakes: [ModelFileError] = []
        var problems: [MirrorProblem] = []
        let time = threadTime {
            mistakes = ModelChecker.problems(in: contents)
            problems = MirrorRules.problems(of: model)
        }
        #expect(time < .seconds(40))
        #expect(mistakes.isEmpty)
        let required = problems.filter { $0.code == .requiredRelationship }
        #expect(required.count == count)
        // An inherited property counts once: for the first entity in the alphabet that has it.
        #expect(required[0].entity == "E0" && required[0].property == "from0")
    }
}
