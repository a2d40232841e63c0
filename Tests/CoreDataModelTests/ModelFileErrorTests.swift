import Foundation
import CoreDataModel
import Testing

@Suite struct ModelFileErrorTests {
    private func error(_ data: Data) throws -> ModelFileError {
        try #require(throws: ModelFileError.self) { try ObjectModel(xml: data) }
    }

    @Test func `a wrong default names its line`() throws {
        let found = try error(
            modelFile(
                """
                <entity name="Note">
                    <attribute name="rank" attributeType="Integer 16" defaultValueString="abc"/>
                </entity>
                """))
        #expect(found.code == .invalidValue && found.line == 5)
        #expect(
            found.description
                == "5: The value is not one of its type. "
                + "(attribute: rank, expected: a whole number, value: abc)")
    }

    @Test func `an unknown type names its line`() throws {
        let found = try error(
            modelFile("<entity name='N'>\n<attribute name='a' attributeType='Text'/></entity>"))
        #expect(found.code == .invalidValue && found.line == 5)
        #expect(found.context["value"] == "Text")
    }

    @Test func `an entity without a name is missing something`() throws {
        let found = try error(modelFile("<entity/>"))
        #expect(found.code == .missingAttribute && found.line == 4)
    }

    @Test func `what is not XML is malformed`() throws {
        #expect(try error(Data("{}".utf8)).code == .malformed)
        #expect(try error(Data("<model><entity name='a'>\n</model>".utf8)).code == .malformed)
        #expect(try error(Data("<model><entity name='a'>\n</model>".utf8)).line == 2)
        #expect(try error(Data()).code == .notAModel)
        #expect(try error(Data("<plist/>".utf8)).code == .notAModel)
        #expect(try error(Data([0xFF, 0xFE, 0x00])).code == .malformed)
    }

    @Test func `a name that is not UTF-8 is malformed`() throws {
        let found = try error(
            Data("<model>\n<entity n".utf8) + [0xE9] + Data("m='a'/></model>".utf8))
        #expect(found.code == .malformed && found.line == 2)
    }

    @Test func `what is nested too deep is refused`() throws {
        let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
        #expect(try error(modelFile(deep)).code == .tooDeep)
        let deeper = "<model>" + String(repeating: "<a>", count: 100_000)
        #expect(try error(Data(deeper.utf8)).code == .tooDeep)
    }

    @Test func `composites that multiply are not expanded without end`() throws {
        func attribute(_ name: String, _ level: Int) -> String {
            "<attribute name=\"\(name)\" attributeType=\"Composite\" composite=\"C\(level)\"/>"
        }
        var text = "<entity name=\"A\">\(attribute("x", 0))</entity>"
        for level in 0..<15 {
            let parts = (0..<10).map { attribute("a\($0)", level + 1) }.joined()
            text += "<composite name=\"C\(level)\">\(parts)</composite>"
        }
        text += "<composite name=\"C15\"><attribute name=\"z\"/></composite>"
        let found = try error(modelFile(text))
        #expect(found.code == .tooDeep)
    }

    @Test func `entities that multiply are not expanded without end`() throws {
        var declarations = "<!ENTITY a0 \"aaaaaaaaaa\">"
        for level in 1...12 {
            let inner = String(repeating: "&a\(level - 1);", count: 10)
            declarations += "<!ENTITY a\(level) \"\(inner)\">"
        }
        let text = "<!DOCTYPE model [\(declarations)]><model><entity name=\"&a12;\"/></model>"
        #expect((try? ObjectModel(xml: Data(text.utf8)))?.entities.first?.name.count ?? 0 < 1000)
    }

    @Test(
        arguments: [
            ("b", "B", nil), (nil, "B", "inverseName"), ("other", "B", "inverseName"),
            ("b", "A", "inverseEntity"),
        ] as [(String?, String, String?)])
    func `an inverse leads back`(back: String?, entity: String, wrong: String?) {
        let inverse = back.map { "inverseName='\($0)' inverseEntity='A'" } ?? ""
        let problems = ModelChecker.problems(
            in: modelFile(
                """
                <entity name='A'>
                <relationship name='b' destinationEntity='B' inverseName='a' \
                inverseEntity='\(entity)'/>
                <relationship name='other' destinationEntity='B'/>
                </entity>
                <entity name='B'><relationship name='a' destinationEntity='A' \(inverse)/></entity>
                """))
        guard let wrong else {
            #expect(problems.isEmpty, "\(problems)")
            return
        }
        #expect(problems.first?.code == .oneSided && problems.first?.line == 5, "\(problems)")
        #expect(problems.first?.context[wrong] != nil)
    }

    @Test func `a composite within itself is a circle`() throws {
        let found = try error(
            modelFile(
                """
                <entity name="E"><attribute name="a" attributeType="Composite" composite="C"/></entity>
                <composite name="C"><attribute name="c" attributeType="Composite" composite="C"/></composite>
                """))
        #expect(found.code == .circle)
    }

    @Test func `a composite that is not there is an unknown name`() throws {
        let found = try error(
            modelFile(
                """
                <entity name="E"><attribute name="a" attributeType="Composite" composite="C"/></entity>
                """))
        #expect(found.code == .unknownName && found.line == 4)
    }
}
