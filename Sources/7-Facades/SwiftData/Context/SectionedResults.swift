#if SwiftData
/// Models of a ``ResultsObserver`` that have one title.
///
///     for section in observer.sections ?? SectionedResults() {
///         print(section.title, section.map(\.name))  // "Lisbon" ["Alfama", "Belem"]
///     }
///
/// Source: [ResultsSection](https://developer.apple.com/documentation/swiftdata/resultssection).
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>:
    RandomAccessCollection, Identifiable, Equatable
{
    /// What the models have in common.
    public let title: SectionTitle
    fileprivate var elements: [Element]

    /// The title, which no other section has.
    public var id: SectionTitle { title }
    /// 0, as in every collection of results.
    public var startIndex: Int { 0 }
    /// How many models there are.
    public var endIndex: Int { elements.count }
    /// The model at a position.
    public subscript(position: Int) -> Element { elements[position] }
}

/// The sections of a ``ResultsObserver``, in the order in which their first models come.
///
///     let sections = observer.sections
///     sections?.sectionTitles                   // ["Lisbon", "Porto"]
///     sections?[sectionTitle: "Lisbon"]?.count  // 2
///
/// Source: [SectionedResults](https://developer.apple.com/documentation/swiftdata/sectionedresults).
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>:
    RandomAccessCollection, Equatable
{
    private var sections: [ResultsSection<Element, SectionTitle>] = []
    private var places: [SectionTitle: Int] = [:]

    /// Results without a section, to stand for those of an observer that has none.
    public init() {}

    init(_ elements: some Sequence<Element>, by title: (Element) -> SectionTitle) {
        for element in elements {
            let title = title(element)
            if let place = places[title] {
                sections[place].elements.append(element)
            } else {
                places[title] = sections.count
                sections.append(ResultsSection(title: title, elements: [element]))
            }
        }
    }

    /// 0, as in every collection of results.
    public var startIndex: Int { 0 }
    /// How many sections there are.
    public var endIndex: Int { sections.count }
    /// The section at a position.
    public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

    /// The titles, in the order of the sections.
    public var sectionTitles: [SectionTitle] { sections.map(\.title) }
    /// Whether there is a section of a title.
    public func contains(sectionTitle: SectionTitle) -> Bool { places[sectionTitle] != nil }
    /// The position of the section of a title; nil where there is none.
    public func index(ofSectionTitled title: SectionTitle) -> Int? { places[title] }
    /// The section of a title; nil where there is none.
    public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
        places[title].map { sections[$0] }
    }
}
#endif
