import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import { makeProject } from "../project.ts";

/** Returns the warnings of a config with a rule and an override, without the plugin `spice`. */
async function reported(rule: string, passes: readonly object[] | undefined, override = ""): Promise<string> {
  const declared = passes === undefined ? {} : { setup: false, passes };
  const manifest = { kind: "plugin", api: "^1.0.0", ...declared };
  const project = makeProject(
    {
      "node_modules/spice/package.json": JSON.stringify({ name: "spice", version: "1.0.0", passwright: manifest }),
      "passwright.config.yaml": `framework: kettle
plugins: [spice]
rules: [{ ${rule}, reason: taste }]
${override}`,
    },
    ["kettle"],
  );
  const { diagnostics } = await loadSession({ cwd: project.folder, without: ["spice"] });
  return diagnostics
    .flatMap(({ code, severity, message }) => (severity === "remark" ? [] : [`${code} ${message}`]))
    .join("\n");
}

describe("rules about passes of a plugin that --without leaves out", () => {
  const pepper = [{ name: "pepper", anchor: "tea", types: ["Spicing"] }];

  it("are not reported, with names, addresses or types", async () => {
    for (const rule of [
      "pass: pepper, after: boil",
      "pass: boil, before: pepper, strong: true",
      'pass: "spice::pepper", after: boil',
      "pass: boil, before: { type: Spicing }",
    ])
      expect(await reported(rule, pepper)).to.equal("");
    const order = "overrides: [{ order: pepper, after: boil, reason: taste }]\n";
    expect(await reported("pass: pepper, after: boil", pepper, order)).to.equal("");
  });

  it("are reported if no plugin ever had the name", async () => {
    expect(await reported("pass: paprika, after: boil", pepper)).to.equal(
      "PWB0204 rule has no effect: `paprika` should be after `boil`",
    );
    expect(await reported("pass: boil, before: { type: Salting }", pepper)).to.contain("PWB0204 rule has no effect");
  });

  it("are reported if the passes of the plugin are unknown only if a known name is similar", async () => {
    expect(await reported("pass: pepper, after: boil", undefined)).to.equal("");
    expect(await reported("pass: boyl, after: pour", undefined)).to.contain("PWB0204 rule has no effect: `boyl`");
  });
});
