import RecordCore

/// What production becomes when development is deployed to it.
///
/// Production only grows: types, fields and roles are added, indexes and rights become those of
/// development, and what development no longer has stays. A field that has another type in the
/// two stands in the way.
struct SchemaDeployment {
    /// Production afterwards.
    let target: RecordSchema
    /// What stands in the way.
    let problems: [SchemaDifference.Problem]
    /// What production has and development lacks, as `Type` or `Type.field`; it stays.
    let kept: [String]

    init(from development: RecordSchema, to production: RecordSchema) {
        var target = production
        var problems: [SchemaDifference.Problem] = []
        var kept: [String] = []
        for role in development.roles where !target.roles.contains(role) {
            target.roles.append(role)
        }
        for (name, source) in development.types.sorted(by: { $0.key < $1.key }) {
            guard var type = production[name] else {
                target[name] = source
                continue
            }
            for field in source.fields {
                guard let place = type.fields.firstIndex(where: { $0.name == field.name }) else {
                    type.fields.append(field)
                    continue
                }
                let old = type.fields[place]
                if old.type == field.type, old.isEncrypted == field.isEncrypted {
                    type.fields[place] = field
                } else {
                    problems.append(
                        SchemaDifference.Problem(
                            message: "\(name).\(field.name) is \(old.spelling) "
                                + "in production and \(field.spelling) in "
                                + "development. A deployed field keeps its type: give the new one "
                                + "another name.",
                            recordType: name, field: field.name))
                }
            }
            if !type.isSystemType {
                for field in type.fields where source.field(field.name) == nil {
                    kept.append("\(name).\(field.name)")
                }
            }
            type.systemIndexes = source.systemIndexes
            type.grants = source.grants
            target[name] = type
        }
        for name in production.types.keys.sorted() where development[name] == nil {
            kept.append(name)
        }
        self.target = target
        self.problems = problems
        self.kept = kept
    }
}
