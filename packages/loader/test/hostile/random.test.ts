import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { configJsonSchema, readConfig } from "@passwright/loader";
import { samples } from "@passwright/development";
import { makeProject } from "../project.ts";
import { full, pathsIn, withValue } from "./cases.ts";
import type { Json } from "./cases.ts";

const words = fc.constantFrom("all", "cse", "any(a)", "error", "skip", "first", "open", "O1", "tea(a,b{x=1})", "");
const keys = fc.constantFrom("pass", "before", "type", "steps", "nest", "when", "reason", "options", "file", "passes");

/** Random data that resembles the content of a config. */
const { data } = fc.letrec<{ data: Json }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.array(tie("data"), { maxLength: 3 }),
    fc.dictionary(keys, tie("data"), { maxKeys: 4 }),
  ),
}));

const SHAPE = new Set(["PWL0011", "PWL0012", "PWL0013", "PWL0014", "PWL0017"]);

describe("a config with every key, and something else in one place", () => {
  it("is refused by the loader as by its JSON Schema", async () => {
    const project = makeProject({ "base.yaml": "level: O1\n" });
    const isConfig = new Ajv({ strict: false }).compile(configJsonSchema());
    const paths = pathsIn(full).slice(1);
    const agree = fc.asyncProperty(fc.constantFrom(...paths), data, async (path, value) => {
      const changed = withValue(full, path, value);
      writeFileSync(join(project.folder, "passwright.config.json"), JSON.stringify(changed));
      const read = await readConfig(undefined, project.folder);
      const isRefused = !read.ok && read.diagnostics.some(({ code }) => SHAPE.has(code));
      if (isRefused === isConfig(changed)) throw new Error(read.ok ? "accepted" : project.show(read.diagnostics));
    });
    await fc.assert(agree, { numRuns: samples(1000), seed: 20 });
  });
});
