/**
 * Generates the types of the contract's files (shared/contract) from contract/schemas; `--check` only lists outdated
 * ones.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "json-schema-to-typescript";

const schemas = join(import.meta.dirname, "../../contract/schemas");
const types = join(import.meta.dirname, "..", "shared/contract");
/** What no page reads: the kitchen's files stay there, vectors are for tests, descriptions are texts by key. */
const unread = [
  ...["ingredients", "recipes", "descriptions"],
  ...["crosscheck", "combo-vectors", "nday-vectors", "body-vectors"],
];
const bannerComment = "/* Written by `make contract` from contract/schemas. */";

const stale = [];
for (const file of readdirSync(schemas)) {
  const name = file.replace(".schema.json", "");
  if (unread.includes(name)) continue;
  const schema = simplified(JSON.parse(readFileSync(join(schemas, file), "utf8")));
  const text = await compile(schema, name, { bannerComment, ignoreMinAndMaxItems: true });
  const path = join(types, `${name}.ts`);
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  if (process.argv.includes("--check")) stale.push(path);
  else writeFileSync(path, text);
}
if (stale.length > 0) {
  console.error(`Out of date: ${stale.join(", ")}. Run: make contract`);
  process.exitCode = 1;
}

/** Simplifies a schema for its types: entries of a list have one type, and `$schema` is not read. */
function simplified(schema) {
  if (Array.isArray(schema)) return schema.map(simplified);
  if (typeof schema !== "object" || schema === null) return schema;
  const { prefixItems, required, properties, ...rest } = schema;
  if (required) rest.required = required.filter((name) => name !== "$schema");
  if (properties) {
    const { $schema, ...others } = properties;
    rest.properties = others;
  }
  if (prefixItems) {
    rest.items = prefixItems[0].allOf?.[0] ?? { enum: prefixItems.map((entry) => entry.const) };
  }
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === "required" ? value : simplified(value)]),
  );
}
