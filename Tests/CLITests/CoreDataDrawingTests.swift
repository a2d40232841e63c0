import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif
import Stores
import TestFiles
import Testing

@Suite struct `drawings of models` {
    private let tool = Tool()

    private struct Rectangle {
        var x, y, width, height: Double

        func overlaps(_ other: Rectangle) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height
                && other.y < y + height
        }
    }

    /// The numbers of an attribute such as `x="12"` in a piece of SVG.
    private func number(_ name: String, in text: Substring) -> Double {
        guard let start = text.range(of: " \(name)=\"")?.upperBound else { return .nan }
        return Double(text[start...].prefix { $0 != "\"" }) ?? .nan
    }

    private func boxes(_ svg: String) -> [Rectangle] {
        svg.split(separator: "<rect ").dropFirst().filter { $0.hasPrefix("class=\"box") }.map {
            Rectangle(
                x: number("x", in: $0), y: number("y", in: $0), width: number("width", in: $0),
                height: number("height", in: $0))
        }
    }

    /// The straight parts of the lines between boxes, shortened a little.
    private func parts(_ svg: String) -> [Rectangle] {
        var parts: [Rectangle] = []
        for piece in svg.split(separator: "<g class=\"edge\"").dropFirst() {
            guard let start = piece.range(of: "class=\"line\" d=\"")?.upperBound else { continue }
            let path = piece[start...].prefix { $0 != "\"" }
            var here = (x: 0.0, y: 0.0)
            for step in path.replacing("M", with: "|M").replacing("L", with: "|L")
                .replacing("Q", with: "|Q").split(separator: "|")
            {
                let numbers = step.dropFirst().split(separator: " ").compactMap { Double($0) }
                guard numbers.count >= 2 else { continue }
                let next = (x: numbers[numbers.count - 2], y: numbers[numbers.count - 1])
                if step.hasPrefix("L") {
                    parts.append(
                        Rectangle(
                            x: min(here.x, next.x) + 0.2, y: min(here.y, next.y) + 0.2,
                            width: max(0, abs(here.x - next.x) - 0.4),
                            height: max(0, abs(here.y - next.y) - 0.4)))
                }
                here = next
            }
        }
        return parts
    }

    @Test(arguments: (RealData.files("models", "xml") + RealData.files("moms", "mom")).map(\.path))
    func `no box lies on another and no line runs through one`(path: String) throws {
        let json = try tool.run("coredata", "inspect", path, "--format", "json", "--svg", "m.svg")
        #expect(json.status == 0, "\(json.errors)")
        let svg = try tool.read("m.svg")
        let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let entities = (report as? [String: Any])?["entities"] as? [Any]
        let boxes = boxes(svg)
        #expect(boxes.count == entities?.count)
        let size = (number("width", in: svg[...]), number("height", in: svg[...]))
        for (index, box) in boxes.enumerated() {
            #expect(box.x >= 0 && box.y >= 0)
            #expect(box.x + box.width <= size.0 && box.y + box.height <= size.1)
            for other in boxes.dropFirst(index + 1) where box.overlaps(other) {
                Issue.record("boxes \(box) and \(other) overlap")
            }
        }
        for part in parts(svg) {
            for box in boxes where part.overlaps(box) {
                Issue.record("the line \(part) runs through the box \(box)")
            }
        }
        #expect(XMLParser(data: Data(svg.utf8)).parse())
    }

    #if os(Linux)
    @Test func `a drawing that cannot be written says why`() throws {
        try CoreDataSample.make(
            at: .sqlite(path: tool.directory.appendingPathComponent("a.sqlite").path))
        for (path, why) in [("/dev/full", "No space left on device"), (".", "Is a directory")] {
            let run = try tool.run("coredata", "inspect", "a.sqlite", "--svg", path)
            #expect(run.status == 3)
            #expect(run.errors == "error: \(path): cannot be written: \(why)\n")
        }
    }
    #endif

    @Test func `names, classes, types and ends are drawn, and text is escaped`() throws {
        try CoreDataSample.make(
            at: .sqlite(path: tool.directory.appendingPathComponent("a&b.sqlite").path))
        let run = try tool.run("coredata", "inspect", "a&b.sqlite", "--svg", "-")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("a&amp;b.sqlite"))
        #expect(run.output.contains("3 entities, 5 objects"))
        #expect(run.output.contains(">Employee<tspan class=\"class\" dx=\"7\">Person</tspan>"))
        #expect(run.output.contains(">Decimal?</text>"))
        #expect(run.output.contains(">{Employee}</text>"))
        #expect(run.output.contains("<title>Department.employees ↔ Employee.department</title>"))
        #expect(run.output.contains("<title>Manager is a Employee</title>"))
        let again = try tool.run("coredata", "inspect", "a&b.sqlite", "--svg", "-")
        #expect(again.output == run.output)
    }

    @Test func `a drawing goes into the file of a link`() throws {
        let store = tool.directory.appendingPathComponent("staff.sqlite")
        try CoreDataSample.make(at: .sqlite(path: store.path))
        let link = tool.directory.appendingPathComponent("link.svg").path
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "drawing.svg")
        let run = try tool.run("coredata", "inspect", "staff.sqlite", "--svg", "link.svg")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try tool.read("drawing.svg").contains("Employee"))
        let type = try FileManager.default.attributesOfItem(atPath: link)[.type]
        #expect(type as? FileAttributeType == .typeSymbolicLink)
    }

    @Test func `a drawing takes no place of what is drawn`() throws {
        let path = tool.directory.appendingPathComponent("staff.sqlite").path
        try CoreDataSample.make(at: .sqlite(path: path))
        try FileManager.default.createSymbolicLink(
            atPath: tool.directory.appendingPathComponent("soft").path,
            withDestinationPath: "staff.sqlite")
        try FileManager.default.linkItem(
            atPath: path, toPath: tool.directory.appendingPathComponent("hard").path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for (store, target) in [
            ("staff.sqlite", "staff.sqlite"), ("staff.sqlite", "soft"), ("staff.sqlite", "hard"),
            ("soft", "staff.sqlite"),
        ] {
            let run = try tool.run("coredata", "inspect", store, "--svg", target)
            #expect(run.status == 2)
            #expect(run.errors.contains("Name another file for the output."), "\(run.errors)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        guard let model = RealData.files("moms", "mom").first else { return }
        try FileManager.default.copyItem(
            at: model, to: tool.directory.appendingPathComponent("a.mom"))
        let run = try tool.run("coredata", "inspect", "a.mom", "--svg", "./a.mom")
        #expect(run.status == 2)
        #expect(try tool.run("coredata", "inspect", "a.mom").status == 0)
    }
}
