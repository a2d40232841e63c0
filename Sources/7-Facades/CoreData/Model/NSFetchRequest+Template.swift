import Foundation
import FoundationPredicates
import ObjectCore

extension NSFetchRequest {
    /// A request that a model keeps.
    convenience init(
        _ template: FetchTemplate, _ entity: NSEntityDescription?, for place: String
    ) throws {
        self.init()
        self.entity = entity
        if entity == nil { given = template.entity }
        predicate = try template.predicate.map { try ModelText.predicate($0, "the \(place)") }
        fetchLimit = template.fetchLimit
        resultType = NSFetchRequestResultType(rawValue: UInt(max(0, template.resultType)))
        // Xcode's names, which are not those of the properties.
        func flag(_ name: String, _ otherwise: Bool) -> Bool {
            template.settings[name].map { $0 == "YES" || $0 == "1" || $0 == "true" } ?? otherwise
        }
        includesSubentities = flag("includeSubentities", true)
        includesPropertyValues = flag("includePropertyValues", true)
        returnsObjectsAsFaults = flag("returnObjectsAsFaults", true)
        returnsDistinctResults = flag("returnDistinctResults", false)
        includesPendingChanges = flag("includesPendingChanges", true)
        shouldRefreshRefetchedObjects = flag("shouldRefreshRefetchedObjects", false)
        if !template.sorting.isEmpty {
            sortDescriptors = template.sorting.map {
                NSSortDescriptor(
                    key: $0.key, ascending: $0.isAscending,
                    selector: $0.selector.map { Selector($0) })
            }
        }
        if let size = template.settings["fetchBatchSize"].flatMap({ Int($0) }) {
            fetchBatchSize = size
        }
        if let offset = template.settings["fetchOffset"].flatMap({ Int($0) }) {
            fetchOffset = offset
        }
    }

    /// What differs from a new request, by the names that a model has for it.
    var settings: [String: String] {
        var settings: [String: String] = [:]
        if !includesSubentities { settings["includeSubentities"] = "NO" }
        if !includesPropertyValues { settings["includePropertyValues"] = "NO" }
        if !returnsObjectsAsFaults { settings["returnObjectsAsFaults"] = "NO" }
        if returnsDistinctResults { settings["returnDistinctResults"] = "YES" }
        if !includesPendingChanges { settings["includesPendingChanges"] = "NO" }
        if shouldRefreshRefetchedObjects { settings["shouldRefreshRefetchedObjects"] = "YES" }
        if fetchBatchSize != 0 { settings["fetchBatchSize"] = "\(fetchBatchSize)" }
        if fetchOffset != 0 { settings["fetchOffset"] = "\(fetchOffset)" }
        return settings
    }

    /// The order, without parts that compare by a function or have no key.
    var sorting: [FetchTemplate.Sorting] {
        (sortDescriptors ?? []).compactMap { descriptor in
            guard let key = descriptor.key, let selector = descriptor.selector else { return nil }
            return FetchTemplate.Sorting(
                key, isAscending: descriptor.ascending, selector: NSStringFromSelector(selector))
        }
    }
}

extension FetchTemplate {
    /// Nil for a request whose predicate has no format.
    init?(_ request: NSFetchRequest<any NSFetchRequestResult>, named name: String) {
        let format = request.predicate?.readableFormat
        if request.predicate != nil, format == nil { return nil }
        self.init(
            name, entity: request.entityName ?? "", predicate: format,
            fetchLimit: request.fetchLimit, resultType: Int(request.resultType.rawValue),
            settings: request.settings, sorting: request.sorting)
    }
}
