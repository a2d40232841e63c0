public import Foundation

extension ObjectModel {
    /// Reads the `contents` file of a `.xcdatamodel`.
    ///
    ///     let model = try ObjectModel(xml: Data(contentsOf: file))
    ///     model.entities.map(\.name)  // ["Note", "Folder"]
    ///
    /// Attributes and elements that are not known are left aside, as newer versions of Xcode add
    /// some. Names are not looked up, except the composites that attributes are made of.
    ///
    /// - Throws: `ModelFileError` with the line where it went wrong.
    public init(xml: Data) throws(ModelFileError) {
        let root = try ModelElement(parsing: xml)
        guard root.name == "model" else {
            throw ModelFileError(.notAModel, line: root.line, context: ["found": root.name])
        }
        var composites: [String: ModelElement] = [:]
        for element in root.all("composite") {
            composites[try element.required("name")] = element
        }
        let reader = ModelReader(composites: composites)
        self.init(
            versionIdentifiers: root.text("userDefinedModelVersionIdentifier").map { [$0] } ?? [])
        for element in root.children {
            switch element.name {
            case "entity":
                entities.append(try reader.entity(element))
            case "configuration":
                let members = try element.all("memberEntity").map { member throws(ModelFileError) in
                    try member.required("name")
                }
                configurations[try element.required("name"), default: []] += members
            case "fetchRequest":
                fetchTemplates.append(try reader.fetchTemplate(element))
            case "composite":
                self.composites.append(
                    ObjectComposite(
                        try element.required("name"), attributes: try reader.attributes(element)))
            default:
                break  // Layout of Xcode's diagram, and what later versions add.
            }
        }
    }
}
