import { readFileSync } from "node:fs";
import { expect } from "chai";
import { configJsonSchema } from "@passwright/loader";

const root = new URL("../../../", import.meta.url);
const pageOf = (name: string): string => readFileSync(new URL(`docs/${name}.md`, root), "utf8");

/** Returns the names of all keys in a schema, except keys of graphs, because graphs have their own page. */
function keysIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key !== "properties") return keysIn(value);
    return Object.entries(value as object).flatMap(([name, inner]: [string, unknown]) =>
      name === "graph" ? [name] : [name, ...keysIn(inner)],
    );
  });
}

describe("the pages about configs", () => {
  it("name every key", () => {
    const words = new Set(
      Array.from((pageOf("config") + pageOf("config-keys")).matchAll(/`([^`]*)`/g), ([, code = ""]) =>
        code.split(/[^$\w]+/),
      ).flat(),
    );
    for (const [word] of pageOf("config").matchAll(/^\$schema/gm)) words.add(word);
    const keys = [...new Set(keysIn(configJsonSchema()))];
    expect(keys.length).to.be.greaterThan(50);
    expect(keys.filter((key) => !words.has(key))).to.deep.equal([]);
  });

  it("show the example", () => {
    for (const name of ["passwright.config.yaml", "base.yaml"]) {
      expect(pageOf("config")).to.contain(
        `\`\`\`yaml\n${readFileSync(new URL(`examples/yaml/${name}`, root), "utf8")}\`\`\``,
      );
    }
  });
});
