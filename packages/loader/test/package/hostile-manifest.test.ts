import { expect } from "chai";
import { readPackage } from "@passwright/loader";
import { makeProject } from "../project.ts";

const manifest = (field: unknown): string => JSON.stringify({ name: "odd", version: "1.0.0", passwright: field });
const ok = { kind: "plugin", api: "^1.0.0" };

/** Invalid texts of package.json, with the expected error codes. The reader must not crash on any of these texts. */
const hostile: readonly (readonly [packageJson: string, codes: string])[] = [
  ["", "PWL0103"],
  ["null", "PWL0103"],
  ["42", "PWL0103"],
  ['"passwright"', "PWL0103"],
  ["[]", "PWL0104"],
  ["{}", "PWL0104"],
  ["{ passwright: {} }", "PWL0103"],
  [manifest(null), "PWL0013"],
  [manifest([]), "PWL0013"],
  [manifest("plugin"), "PWL0013"],
  [manifest({}), "PWL0012 PWL0012"],
  [manifest({ kind: "plugin" }), "PWL0012"],
  [manifest({ kind: "extension", api: "^1.0.0" }), "PWL0013"],
  [manifest({ kind: "plugin", api: 1 }), "PWL0013"],
  [manifest({ kind: "plugin", api: "" }), "PWL0013"],
  [manifest({ kind: "plugin", api: "one" }), "PWL0106"],
  [manifest({ kind: "plugin", api: "^9.0.0" }), "PWL0107"],
  [manifest({ kind: "framework", api: "^1.0.0" }), "PWL0105"],
  [
    manifest({ ...ok, entry: 3, setup: "no", passes: {}, needs: [], insert: 1, rules: null }),
    "PWL0013 ".repeat(6).trim(),
  ],
  [manifest({ ...ok, needs: { extensionPoints: [1], properties: [] } }), "PWL0011 PWL0013"],
  [
    manifest({ ...ok, passes: [null, "cse", { name: 1 }, { name: "a", anchors: "b" }] }),
    "PWL0013 PWL0013 PWL0013 PWL0011",
  ],
  [`{ "passwright": { "kind": "plugin", "api": "^1.0.0", "__proto__": { "kind": "framework" } } }`, "PWL0014"],
  [`{ "passwright": { "kind": "plugin", "api": "^1.0.0", "needs": { "constructor": [] } } }`, "PWL0014"],
  [manifest({ ...ok, passes: nested(100) }), "PWL0016"],
];

function nested(depth: number): unknown {
  return depth === 0 ? [] : [nested(depth - 1)];
}

describe("readPackage, hostile package.json", () => {
  for (const [text, codes] of hostile) {
    it(`returns ${codes} for ${text.slice(0, 90)}`, async () => {
      const { folder } = makeProject({ "odd/package.json": text, "c.yaml": "" });
      const named = { text: "./odd", at: { file: "c.yaml", line: 1, column: 1 } };
      const result = await readPackage(named, { kind: "plugin", from: `${folder}/c.yaml`, cwd: folder });
      expect(result.ok ? "accepted" : result.diagnostics.map(({ code }) => code).join(" ")).to.equal(codes);
      if (!result.ok) for (const { at } of result.diagnostics) expect(at?.file).to.equal("odd/package.json");
    });
  }
});
