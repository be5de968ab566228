import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { Ajv } from "ajv";
import { configJsonSchema, manifestJsonSchema } from "@passwright/loader";

const schemas = { config: configJsonSchema(), manifest: manifestJsonSchema() };

type Schema = { readonly [key: string]: unknown };

/** Returns the paths of properties without a description. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema as Schema).flatMap(([key, value]) => {
    const here = `${path}/${key}`;
    if (key !== "properties") return undescribed(value, here);
    return Object.entries(value as Schema).flatMap(([name, inner]) => {
      const text = (inner as { description?: unknown }).description;
      const own = typeof text === "string" && text !== "" ? [] : [`${here}/${name}`];
      return [...own, ...undescribed(inner, `${here}/${name}`)];
    });
  });
}

describe("JSON Schema", () => {
  for (const [name, schema] of Object.entries(schemas)) {
    it(`of a ${name} is shipped as the loader's own definition has it`, () => {
      const file = new URL(`../schema/${name}.schema.json`, import.meta.url);
      const text = `${JSON.stringify(schema, undefined, 2)}\n`;
      if (process.env["UPDATE_GOLDEN"] === "1") {
        mkdirSync(new URL("../schema/", import.meta.url), { recursive: true });
        writeFileSync(file, text);
      }
      // Compares data and not text, because prettier formats the file.
      expect(JSON.parse(readFileSync(file, "utf8")), "npm run golden writes it").to.deep.equal(schema);
    });

    it(`of a ${name} is one, and describes every key`, () => {
      expect(() =>
        new Ajv({
          strict: true,
          allowUnionTypes: true,
          strictTypes: false,
          strictTuples: false,
          strictRequired: false,
        }).compile(schema),
      ).not.to.throw();
      expect(undescribed(schema, "")).to.deep.equal([]);
      expect(Object.keys(schema["properties"] as object).length).to.be.greaterThan(7);
    });
  }
});
