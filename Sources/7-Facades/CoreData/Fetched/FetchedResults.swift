import Foundation
import ObjectCore

/// Results as a controller has them: objects in order, in sections, with the place of each.
///
/// Tables ask for all objects or all sections at each row: both are made once for each change.
final class FetchedResults {
    /// Neighbours with the same name of a section.
    struct Section {
        let name: String
        let indexTitle: String?
        /// The place of the first object among all.
        var start: Int
    }

    private(set) var objects: [AnyObject]
    private(set) var sections: [Section]
    /// The names of all sections.
    private(set) var names: Set<String>
    let isSectioned: Bool
    /// How often the results changed.
    private(set) var version = 0
    /// Nil until one is asked for.
    private var places: ObjectPlaces?
    /// The sections as programs see them, by place.
    private var infos: [Int: FetchedSection] = [:]
    private var allInfos: [any NSFetchedResultsSectionInfo]?
    private var titles: [(title: String, section: Int)]?
    /// The objects as an array of existentials of the type that was asked for last.
    private var existentials: Any?
    /// The class that all objects are known to have.
    private var checkedClass: (type: Any.Type, isMember: (AnyObject) -> Bool)?

    /// - Throws: Where the objects of a section do not stand together.
    init(
        _ objects: [AnyObject], names: [String], isSectioned: Bool,
        indexTitle: (String) -> String?
    ) throws {
        self.objects = objects
        self.isSectioned = isSectioned
        var sections: [Section] = []
        var seen: Set<String> = []
        if !isSectioned {
            sections.append(Section(name: "", indexTitle: nil, start: 0))
            seen.insert("")
        } else {
            for place in objects.indices where place == 0 || names[place] != names[place - 1] {
                let name = names[place]
                guard seen.insert(name).inserted else {
                    throw FetchedResultsCore.problem(
                        "The fetched object at index \(place) has an out of order section name "
                            + "'\(name)'. Objects must be sorted by section name.")
                }
                sections.append(Section(name: name, indexTitle: indexTitle(name), start: place))
            }
        }
        self.sections = sections
        self.names = seen
    }

    // MARK: Places

    /// The place of an object among all; nil where it is not there.
    func place(of object: AnyObject) -> Int? {
        if let place = places?.place(of: object, in: objects) { return place }
        guard places == nil else { return nil }
        let made = ObjectPlaces(objects)
        places = made
        return made.place(of: object, in: objects)
    }

    /// The section and row of an object.
    func path(of object: AnyObject) -> IndexPath? { place(of: object).map(path) }

    /// The section of a place among all.
    func section(at place: Int) -> Int { sections.partitioningIndex { $0.start > place } - 1 }

    /// The section and row of a place among all.
    func path(_ place: Int) -> IndexPath {
        let section = section(at: place)
        return IndexPath(row: place - sections[section].start, section: section)
    }

    /// The places of the objects of a section.
    func range(of section: Int) -> Range<Int> {
        let next = section + 1
        return sections[section]
            .start..<(next < sections.count ? sections[next].start : objects.count)
    }

    /// The name of each object's section, in the order of the objects.
    func namesOfObjects() -> [String] {
        sections.indices.flatMap { repeatElement(sections[$0].name, count: range(of: $0).count) }
    }

    /// The object of a section and row; nil where there is none.
    func object(at path: IndexPath) -> AnyObject? {
        guard path.count == 2, sections.indices.contains(path.section), path.row >= 0 else {
            return nil
        }
        let place = sections[path.section].start + path.row
        return range(of: path.section).contains(place) ? objects[place] : nil
    }

    // MARK: What programs see

    /// A section as programs see it.
    func info(_ section: Int) -> FetchedSection {
        if let info = infos[section] { return info }
        let info = FetchedSection(
            name: sections[section].name, indexTitle: sections[section].indexTitle,
            members: objects[range(of: section)])
        infos[section] = info
        return info
    }

    /// The sections as programs see them.
    var sectionInfos: [any NSFetchedResultsSectionInfo] {
        if let allInfos { return allInfos }
        let made: [any NSFetchedResultsSectionInfo] = sections.indices.map { info($0) }
        allInfos = made
        return made
    }

    /// The titles of the sections, neighbours with the same title once, each with its first section.
    var indexTitles: [(title: String, section: Int)] {
        if let titles { return titles }
        var made: [(title: String, section: Int)] = []
        for (place, section) in sections.enumerated() {
            guard let title = section.indexTitle, made.last?.title != title else { continue }
            made.append((title, place))
        }
        titles = made
        return made
    }

    /// The objects as an array of a type; nil where one of them is of another.
    func objects<Result>(as type: Result.Type) -> [Result]? {
        guard type is AnyClass else {
            if let known = existentials as? [Result] { return known }
            let made = objects as? [Result]
            existentials = made
            return made
        }
        if checkedClass?.type != type {
            guard objects.allSatisfy({ $0 is Result }) else { return nil }
            checkedClass = (type, { $0 is Result })
        }
        return unsafeBitCast(objects, to: [Result].self)  // Each is a Result, as was checked.
    }

    // MARK: Changing

    /// Makes the objects and sections those after a change.
    ///
    /// - Parameters:
    ///   - objects: What was inserted or moved, by its place after the change.
    ///   - sections: The sections after the change; nil where they are as they were.
    func apply(_ changes: FetchedChanges, objects placed: [Int: AnyObject], sections: [Section]?) {
        version += 1
        // These hold on to the array, which would be copied.
        (infos, allInfos, titles, existentials) = ([:], nil, nil, nil)
        let removed = (changes.deleted + changes.moved.map(\.from)).sorted()
        let inserted = (changes.inserted + changes.moved.map(\.to)).sorted()
        for place in removed { places?.remove(objects[place]) }
        if removed.count + inserted.count < 32 {
            for place in removed.reversed() { objects.remove(at: place) }
            for place in inserted {
                if let object = placed[place] { objects.insert(object, at: place) }
            }
        } else {
            merge(removed, inserted, placed)
        }
        for place in inserted {
            guard let object = placed[place] else { continue }
            places?.insert(object, at: place)
            if checkedClass?.isMember(object) == false { checkedClass = nil }
        }
        if places?.isWorn == true { places = nil }
        guard let sections else { return }
        for section in changes.deletedSections { names.remove(self.sections[section].name) }
        for section in changes.insertedSections { names.insert(sections[section].name) }
        self.sections = sections
    }

    /// Removes and inserts many objects with one pass over all.
    private func merge(_ removed: [Int], _ inserted: [Int], _ placed: [Int: AnyObject]) {
        var merged: [AnyObject] = []
        merged.reserveCapacity(objects.count - removed.count + inserted.count)
        var next = 0
        func insertDue() {
            while next < inserted.count, inserted[next] == merged.count,
                let object = placed[inserted[next]]
            {
                merged.append(object)
                next += 1
            }
        }
        var gone = removed[...]
        for (place, object) in objects.enumerated() {
            if gone.first == place {
                gone.removeFirst()
                continue
            }
            insertDue()
            merged.append(object)
        }
        insertDue()
        objects = merged
    }
}
