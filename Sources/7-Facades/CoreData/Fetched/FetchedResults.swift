import Foundation
import ObjectCore

/// Results at one moment: objects in order, in sections, with the place of each.
///
/// Tables ask for all objects or all sections at each row: both are made once.
final class FetchedResults {
    let objects: [AnyObject]
    /// The name of each object's section, in the order of the objects.
    let names: [String]
    let sections: [FetchedSection]
    /// The first object of each section, by the section's place.
    let starts: [Int]
    private let places: [ObjectIdentifier: Int]
    /// The sections as programs see them.
    private(set) lazy var sectionInfos: [any NSFetchedResultsSectionInfo] = sections
    /// The titles of the sections, neighbours with the same title once, each with its first section.
    private(set) lazy var indexTitles = makeIndexTitles()
    /// The objects as an array of the type that was asked for last.
    private var typedObjects: Any?

    /// - Throws: Where the objects of a section do not stand together.
    init(
        _ objects: [AnyObject], names: [String], isSectioned: Bool,
        indexTitle: (String) -> String?
    ) throws {
        self.objects = objects
        self.names = names
        var sections: [FetchedSection] = []
        var starts: [Int] = []
        var seen: Set<String> = []
        var start = 0
        func close(_ end: Int) {
            let name = names[start]
            sections.append(
                FetchedSection(
                    name: name, indexTitle: isSectioned ? indexTitle(name) : nil,
                    members: objects[start..<end]))
            starts.append(start)
            start = end
        }
        for place in objects.indices {
            if place > 0, names[place] != names[place - 1] { close(place) }
            if place == start, !seen.insert(names[place]).inserted {
                throw FetchedResultsCore.problem(
                    "The fetched object at index \(place) has an out of order section name "
                        + "'\(names[place])'. Objects must be sorted by section name.")
            }
        }
        if !objects.isEmpty {
            close(objects.count)
        } else if !isSectioned {
            sections.append(FetchedSection(name: "", indexTitle: nil, members: []))
            starts.append(0)
        }
        self.sections = sections
        self.starts = starts
        places = Dictionary(
            objects.enumerated().map { (ObjectIdentifier($0.element), $0.offset) }
        ) { first, _ in first }
    }

    /// The place of an object among all; nil where it is not there.
    func place(of object: AnyObject) -> Int? { places[ObjectIdentifier(object)] }

    /// The section and row of an object.
    func path(of object: AnyObject) -> IndexPath? { place(of: object).map(path) }

    /// The section and row of a place among all.
    func path(_ place: Int) -> IndexPath {
        let section = starts.partitioningIndex { $0 > place } - 1
        return IndexPath(row: place - starts[section], section: section)
    }

    /// The objects as an array of a type; nil where one of them is of another.
    func objects<Result>(as type: Result.Type) -> [Result]? {
        if let known = typedObjects as? [Result] { return known }
        let typed = objects as? [Result]
        typedObjects = typed
        return typed
    }

    private func makeIndexTitles() -> [(title: String, section: Int)] {
        var titles: [(title: String, section: Int)] = []
        for (place, section) in sections.enumerated() {
            guard let title = section.indexTitle, titles.last?.title != title else { continue }
            titles.append((title, place))
        }
        return titles
    }
}
