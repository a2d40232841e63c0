extension RecordSchema {
    /// The schema in the schema language, as Apple's tools export it.
    ///
    /// Types in the order of their names, system fields first, four spaces, types aligned.
    /// Parsing the text gives the same schema.
    public var text: String {
        var text = "DEFINE SCHEMA\n"
        for role in roles {
            text += "\n    CREATE ROLE \(SchemaPrinter.quoted(role));\n"
        }
        for (_, type) in types.sorted(by: { $0.key < $1.key }) {
            text += "\n" + SchemaPrinter.text(of: type)
        }
        return text
    }
}

/// Writes the parts of a schema.
enum SchemaPrinter {
    static func text(of type: RecordType) -> String {
        var rows: [(name: String, definition: String)] = []
        for system in SystemField.allCases {
            rows.append(
                (
                    "\"\(system.rawValue)\"",
                    definition(system.type.rawValue, type.systemIndexes[system] ?? [])
                ))
        }
        for field in type.fields
        // What the service itself keeps in shares is not the app's.
        where type.name != Share.recordType || !Share.fields.contains(field.name) {
            rows.append((quoted(field.name), definition(field.spelling, field.indexes)))
        }
        let width = rows.reduce(0) { max($0, $1.name.count) }
        var lines = rows.map { row in
            row.name + String(repeating: " ", count: width - row.name.count + 1)
                + row.definition
        }
        for grant in type.grants {
            let permissions = grant.permissions.map(\.rawValue).joined(separator: ", ")
            lines.append("GRANT \(permissions) TO \(quoted(grant.role))")
        }
        return "    RECORD TYPE \(quoted(type.name)) (\n"
            + lines.map { "        " + $0 }.joined(separator: ",\n") + "\n    );\n"
    }

    private static func definition(_ type: String, _ indexes: FieldIndexes) -> String {
        ([type] + indexes.options).joined(separator: " ")
    }

    /// A name, in quotes where it would not be read back without them.
    static func quoted(_ name: String) -> String {
        let isPlain =
            name.utf8.first.map { (65...90).contains($0 & 0xDF) } == true
            && name.utf8.allSatisfy(SchemaLexer.isWordByte)
            && !keywords.contains(name.uppercased())
        return isPlain ? name : "\"\(name)\""
    }

    private static let keywords: Set<String> = [
        "DEFINE", "SCHEMA", "CREATE", "ROLE", "RECORD", "TYPE", "GRANT", "READ", "WRITE", "TO",
        "QUERYABLE", "SORTABLE", "SEARCHABLE", "LIST", "ENCRYPTED", "NUMBER", "PREFERRED", "AS",
        "STRING", "INT64", "DOUBLE", "TIMESTAMP", "BYTES", "LOCATION", "REFERENCE", "ASSET",
    ]
}

extension Field {
    /// The type as the schema language writes it: `LIST<ENCRYPTED STRING>`.
    package var spelling: String {
        var text = numberPreference ?? type.scalar.rawValue
        if isEncrypted { text = "ENCRYPTED " + text }
        return type.isList ? "LIST<\(text)>" : text
    }
}

extension FieldIndexes {
    /// The words of the schema language, in the order in which Apple's tools print them.
    package var options: [String] {
        (contains(.queryable) ? ["QUERYABLE"] : []) + (contains(.searchable) ? ["SEARCHABLE"] : [])
            + (contains(.sortable) ? ["SORTABLE"] : [])
    }
}
