#if SwiftData
import Foundation
import SwiftData
import Testing

/// Values that decode and cannot be encoded again.
@Suite struct CustomStoreErrorTests {
    /// A grade that refuses to be written where it is negative.
    struct Grade: Codable, Equatable {
        var points: Int

        enum CodingKeys: CodingKey { case points }

        struct Refusal: Error {}

        init(points: Int) { self.points = points }

        init(from decoder: any Decoder) throws {
            points = try decoder.container(keyedBy: CodingKeys.self)
                .decode(Int.self, forKey: .points)
        }

        func encode(to encoder: any Encoder) throws {
            guard points >= 0 else { throw Refusal() }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(points, forKey: .points)
        }
    }

    @Model final class Exam {
        var name: String
        var grades: [String: Grade]

        init(name: String, grades: [String: Grade]) {
            self.name = name
            self.grades = grades
        }
    }

    @Test func `a value that a store gives and nothing can keep ends the fetch with its error`()
        throws
    {
        try withFolder { folder in
            let url = folder.appendingPathComponent("exams.json")
            func context() throws -> ModelContext {
                ModelContext(
                    try ModelContainer(
                        for: Exam.self,
                        configurations: JSONConfiguration(name: "json", schema: nil, url: url)))
            }
            let first = try context()
            first.insert(Exam(name: "algebra", grades: ["ann": Grade(points: 7)]))
            try first.save()
            let read = try context().fetch(FetchDescriptor<Exam>())
            #expect(read.map(\.grades) == [["ann": Grade(points: 7)]])

            let text = try String(contentsOf: url, encoding: .utf8)
            let broken = text.replacing("\"points\":7", with: "\"points\":-7")
            #expect(broken != text)
            try broken.write(to: url, atomically: true, encoding: .utf8)
            #expect(throws: Grade.Refusal.self) {
                try context().fetch(FetchDescriptor<Exam>())
            }
        }
    }
}
#endif
