// Turns the schemas of openapi.json into TypeScript types, so that pages and server agree on every message.
// Usage: node tools/api.mjs (reads openapi.json, writes src/api.ts)
import { readFileSync, writeFileSync } from "node:fs";

const { components } = JSON.parse(readFileSync("openapi.json", "utf8"));

function type(schema) {
  if (schema === true || !schema) return "unknown";
  if (schema.$ref) return schema.$ref.split("/").pop();
  const union = schema.oneOf ?? schema.anyOf;
  if (union) return union.map(type).join(" | ");
  if (schema.allOf) return schema.allOf.map(type).join(" & ");
  if (schema.enum) return schema.enum.map((v) => JSON.stringify(v)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.map((t) => type({ ...schema, type: t })).join(" | ");
  switch (schema.type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return schema.items ? `(${type(schema.items)})[]` : `[${(schema.prefixItems ?? []).map(type).join(", ")}]`;
    case "object": {
      const required = new Set(schema.required ?? []);
      const fields = Object.entries(schema.properties ?? {}).map(([name, of]) => {
        const doc = of.description ? `/** ${of.description.replaceAll("\n", " ")} */ ` : "";
        return `${doc}${name}${required.has(name) ? "" : "?"}: ${type(of)};`;
      });
      return `{ ${fields.join("\n  ")} }`;
    }
    default:
      return "unknown";
  }
}

const lines = Object.entries(components.schemas).map(([name, schema]) => {
  const doc = schema.description ? `/** ${schema.description.replaceAll("\n", " ")} */\n` : "";
  return `${doc}export type ${name} = ${type(schema)};\n`;
});
writeFileSync("src/api.ts", `// Made by tools/api.mjs from openapi.json. Do not edit.\n\n${lines.join("\n")}`);
