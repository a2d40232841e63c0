import Foundation
import CoreDataModel
import TestFiles
import Testing

/// Models of public apps, where they are at hand.
enum RealModels {
    static let files = RealData.files("models", "xml")
}

@Suite(.enabled(if: !RealModels.files.isEmpty, "data that is not shipped"))
struct RealModelTests {
    @Test func `all of them load`() throws {
        var entities = 0
        var attributes = 0
        var relationships = 0
        var toMany = 0
        for file in RealModels.files {
            let model = try ObjectModel(xml: Data(contentsOf: file))
            entities += model.entities.count
            for entity in model.entities {
                attributes += entity.attributes.count
                relationships += entity.relationships.count
                toMany += entity.relationships.filter(\.isToMany).count
            }
        }
        // Counted by another program (`grep -c '<entity '`).
        #expect(RealModels.files.count == 209)
        #expect(entities == 4914)
        #expect(attributes == 37_790 - 3)
        #expect(relationships == 8652)
        #expect(toMany == 4225)
    }

    @Test func `one with everything in it says everything`() throws {
        let file = try #require(
            RealModels.files.first { $0.lastPathComponent.contains("momdec__momdecTests") })
        let model = try ObjectModel(xml: Data(contentsOf: file))
        let attributes = model.entities.flatMap(\.attributes)
        #expect(attributes.contains { $0.minimum == .double(-3.5) && $0.maximum == .double(3.5) })
        #expect(attributes.contains { $0.minimum == .int(-12) && $0.maximum == .int(12) })
        #expect(attributes.contains { $0.isIndexedBySpotlight })
        #expect(model.configurations["UnrelatedConfiguration"] == ["UnrelatedEntity"])
        #expect(!model.entities.flatMap(\.fetchedProperties).isEmpty)
    }

    @Test func `none of them has a problem`() throws {
        for file in RealModels.files {
            let problems = ModelChecker.problems(inModelAt: file)
            #expect(problems.isEmpty, "\(file.lastPathComponent): \(problems)")
        }
    }
}
