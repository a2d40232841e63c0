/// What the tool is asked to write, as its arguments say it.
///
///     --module App --output App+Managed.swift --define FEATURE
///     --dependency Shapes Shapes.swift More.swift --sources Note.swift
///     --model Notes.xcdatamodeld Notes.momd --mapping 1to2.xcmappingmodel 1to2.cdm --resources notes_App.resources
struct ToolRequest {
    /// The module that is compiled.
    var module = ""
    /// The source to write.
    var output = ""
    /// The sources of the module.
    var sources: [String] = []
    /// The conditions that the target defines.
    var conditions: Set<String> = []
    /// The modules that it may import, with the files of each.
    var dependencies: [String: [String]] = [:]
    /// The folder of the target's resources beside the program.
    var resources = ""
    /// The models of the target, with what is to be written for each.
    var models: [(path: String, output: String)] = []
    /// The mapping models of the target, with what is to be written for each.
    var mappings: [(path: String, output: String)] = []

    /// Reads arguments; nil where they make no sense.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--module": module = rest.popFirst() ?? ""
            case "--output": output = rest.popFirst() ?? ""
            case "--resources": resources = rest.popFirst() ?? ""
            case "--define": rest.popFirst().map { _ = conditions.insert($0) }
            case "--sources": sources += Self.values(&rest)
            case "--dependency":
                guard let name = rest.popFirst() else { return nil }
                dependencies[name, default: []] += Self.values(&rest)
            case "--model":
                guard let path = rest.popFirst(), let output = rest.popFirst() else { return nil }
                models.append((path, output))
            case "--mapping":
                guard let path = rest.popFirst(), let output = rest.popFirst() else { return nil }
                mappings.append((path, output))
            default: return nil
            }
        }
        guard !module.isEmpty, !output.isEmpty else { return nil }
    }

    /// The values up to the next option.
    private static func values(_ rest: inout ArraySlice<String>) -> [String] {
        let values = Array(rest.prefix { !$0.hasPrefix("--") })
        rest = rest.dropFirst(values.count)
        return values
    }
}
