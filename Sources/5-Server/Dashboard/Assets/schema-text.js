// A schema in parts, written in the schema language.

const quoted = (name) => `"${name}"`;

function options(field) {
  return (field.queryable ? " QUERYABLE" : "") + (field.searchable ? " SEARCHABLE" : "")
    + (field.sortable ? " SORTABLE" : "");
}

export function fieldType(field) {
  let text = field.numberPreference || field.type;
  if (field.isEncrypted) text = `ENCRYPTED ${text}`;
  return field.isList ? `LIST<${text}>` : text;
}

export function schemaText(schema) {
  let text = "DEFINE SCHEMA\n";
  for (const role of schema.roles) text += `    CREATE ROLE ${quoted(role)};\n`;
  for (const type of schema.types) {
    const lines = [
      ...type.systemFields.map((f) => `${quoted(f.name)} ${f.type}${options(f)}`),
      ...type.fields.map((f) => `${quoted(f.name)} ${fieldType(f)}${options(f)}`),
      ...type.grants.filter((g) => g.permissions.length)
        .map((g) => `GRANT ${g.permissions.join(", ")} TO ${quoted(g.role)}`),
    ];
    text += `    RECORD TYPE ${quoted(type.name)} (\n        ${lines.join(",\n        ")}\n    );\n`;
  }
  return text;
}
