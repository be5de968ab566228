import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";
import { makeProject } from "../project.ts";

const passes = [
  { name: "fold", types: ["Normalization"], provides: ["canonical"] },
  { name: "match", types: ["Lowering"], requires: ["canonical"], preserves: ["canonical"] },
];

/** Returns the diagnostics of a config whose plugin `dough` declares `fold`, `match` and the passes in `more`. */
async function reported(config: string, more: readonly object[] = [], options: LoadOptions = {}): Promise<string> {
  const manifest = { kind: "plugin", api: "^1.0.0", setup: false, passes: [...passes, ...more] };
  const project = makeProject({
    "dough/package.json": JSON.stringify({ name: "dough", passwright: manifest }),
    "passwright.config.yaml": `anchor: any
plugins: [./dough]
properties: { canonical: { kind: structural } }
passTypes: { Matching: finds patterns }
${config}`,
  });
  return project.show((await loadSession({ cwd: project.folder, ...options })).diagnostics);
}

describe("properties and pass types that are not declared", () => {
  it("are reported for guards, which otherwise protect an unknown property", async () => {
    const config = (property: string): string =>
      `pipeline: [fold, match]\nguards: [{ property: ${property}, from: fold, to: match, reason: slow to find }]\n`;
    expect(await reported(config("canonical"))).to.equal("");
    expect(await reported(config("canonicl"))).to.equal(
      `warning[PWL0416]: the guard from \`fold\` to \`match\` protects property \`canonicl\`, which is not declared
  --> passwright.config.yaml:6:22
   | guards: [{ property: canonicl, from: fold, to: match, reason: slow to find }]
   |                      ^
help: did you mean \`canonical\`?`,
    );
    expect(await reported(config("sorted"))).to.contain("help: correct the name, or declare it under `properties`");
    const insert = "insert: [{ pass: knead, after: fold }, { pass: rest, after: fold }]\n";
    expect(
      (await reported(`${config("canonicl")}${insert}`, [{ name: "knead" }, { name: "rest" }])).match(/^\w+\[.*/gm),
    ).to.deep.equal([
      "error[PWL0416]: the guard from `fold` to `match` protects property `canonicl`, which is not declared",
    ]);
    const sort = { name: "sort", provides: ["sorted"] };
    expect(await reported(config("sorted"), [sort])).to.equal("");
  });

  it("are reported for declarations of passes if a declared name is similar and no other pass has the name", async () => {
    const config = "pipeline: [fold, match]\n";
    const warning = (text: string, similar: string): string =>
      `warning[PWL0416]: ${text}, which is not declared\n  --> plugin dough\nhelp: did you mean \`${similar}\`?`;
    expect(await reported(config, [{ name: "shake", invalidates: ["cannonical"] }])).to.equal(
      warning("pass `shake` invalidates property `cannonical`", "canonical"),
    );
    expect(await reported(config, [{ name: "shake", provides: ["cannonical"] }])).to.equal(
      warning("pass `shake` provides property `cannonical`", "canonical"),
    );
    expect(await reported(config, [{ name: "shake", preserves: ["cannonical"] }])).to.equal(
      warning("pass `shake` preserves property `cannonical`", "canonical"),
    );
    expect(await reported(config, [{ name: "shake", requires: ["cannonical"] }])).to.equal(
      warning("pass `shake` requires property `cannonical`", "canonical"),
    );
    expect(await reported(config, [{ name: "shake", types: ["Matchng"] }])).to.equal(
      warning("pass `shake` has pass type `Matchng`", "Matching"),
    );
    const own = { name: "shake", provides: ["canonicals"], types: ["Matching.fast", "Shaking", "cleanup"] };
    expect(await reported(config, [own, { name: "stir", requires: ["canonicals"] }])).to.equal("");
  });

  it("are reported for the types of insertions, of which the config declares its own", async () => {
    const config = (types: string): string =>
      `pipeline: [fold]\ninsert: [{ pass: match, after: fold, types: ${types} }]\n`;
    expect(await reported(config("[Matching, Lowering.late]"))).to.equal("");
    expect(await reported(config("[Lowerng]"))).to.equal(
      `warning[PWL0416]: \`match\` is inserted with pass type \`Lowerng\`, which is not declared
  --> passwright.config.yaml:6:46
   | insert: [{ pass: match, after: fold, types: [Lowerng] }]
   |                                              ^
help: did you mean \`Lowering\`?`,
    );
    expect(await reported(config("[Blending]"))).to.contain("help: correct the name, or declare it under `passTypes`");
  });

  it("are reported only once for `retype`, as an error of the config", async () => {
    const config = "pipeline: [fold]\nretype: [{ pass: fold, types: [Blending] }]\n";
    expect((await reported(config)).match(/warning\[\w+\]|--> \S+/g)).to.deep.equal([
      "warning[PWB0123]",
      "--> passwright.config.yaml:6:32",
    ]);
  });

  it("are not reported if a plugin is left out, which can use the same names", async () => {
    const config = "pipeline: []\nguards: []\ninsert: []\n";
    expect(await reported(config, [{ name: "shake", provides: ["cannonical"] }], { without: ["dough"] })).to.equal("");
  });
});
