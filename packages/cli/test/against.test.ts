import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { makeWorkplace } from "./workplace.ts";

interface Needs {
  readonly extensionPoints?: readonly string[];
  readonly passTypes?: readonly string[];
}

/** A package.json of a plugin; its code would throw. */
function plugin(name: string, needs: Needs, more: object = {}, api = "^1.0.0"): { readonly [path: string]: string } {
  const json = { name, version: "1.0.0", main: "./index.js", passwright: { kind: "plugin", api, needs }, ...more };
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify(json),
    [`node_modules/${name}/index.js`]: "throw new Error('run');\n",
  };
}

function framework(name: string, version: string, manifest: object): { readonly [path: string]: string } {
  const json = { name, version, main: "./index.js", passwright: { kind: "framework", api: "^1.0.0", ...manifest } };
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify(json),
    [`node_modules/${name}/index.js`]: "throw new Error('run');\n",
  };
}

const names = ["for-any", "for-elsewhere", "for-teapot", "needs-end", "needs-lid", "needs-type"];
const files = {
  "passwright.config.yaml": `framework: teapot\nplugins: [${names.join(", ")}]\n`,
  ...framework("teapot", "2.1.0", { extensionPoints: { "tea.end": { since: "2.0" }, "tea.start": { since: "1" } } }),
  ...framework("silent", "1.0.0", {}),
  ...plugin("for-any", {}),
  ...plugin("for-elsewhere", {}, { peerDependencies: { elsewhere: "*" } }),
  ...plugin("for-teapot", {}, { peerDependencies: { teapot: ">=1.5.0 <3.0.0" } }),
  ...plugin("needs-end", { extensionPoints: ["tea.start", "tea.end"] }),
  ...plugin("needs-lid", { extensionPoints: ["tea.lid"] }),
  ...plugin("needs-type", { passTypes: ["Lowering", "lowering.tea"] }),
};

describe("passwright check --against", () => {
  const { passwright } = makeWorkplace(files);
  const against = (...asked: readonly string[]): readonly string[] => asked.flatMap((one) => ["--against", one]);

  it("tells from manifests alone which plugins fit which versions of which frameworks", async () => {
    const asked = against("teapot@2.x", "teapot@^1.0.0", "teapot@>=1.0.0 <4", "silent@1", "elsewhere@*");
    checkGolden(await passwright("check", ...asked), "against.txt", import.meta.url);
    checkGolden(await passwright("check", ...against("teapot@1.x || 3"), "--json"), "against.json", import.meta.url);
  });

  it("looks at the API of the framework that is asked about", async () => {
    const more = makeWorkplace({
      "passwright.config.yaml": "framework: teapot\nplugins: [old, wide]\n",
      ...framework("teapot", "2.1.0", {}),
      ...framework("later", "1.0.0", { api: "^1.2.0" }),
      ...plugin("old", {}, {}, ">=1.0.0 <1.1.0"),
      ...plugin("wide", {}),
    });
    const shown = await more.passwright("check", "--against", "later@1", "--against", "teapot@2");
    expect(shown).to.contain(
      "old 1.0.0   later@1   does not fit  it needs plugin API >=1.0.0 <1.1.0, and the framework has ^1.2.0",
    );
    for (const [plugin, asked] of [
      ["old", "teapot@2"],
      ["wide", "later@1"],
      ["wide", "teapot@2"],
    ]) {
      expect(shown).to.match(new RegExp(`^${plugin} 1.0.0 +${asked} +fits +it names no framework$`, "m"));
    }
    // Another version than the one that is installed: it is compared with what this program has.
    expect(await more.passwright("check", "--against", "later@2")).to.contain("exit 0");
  });

  it("wants names with ranges", async () => {
    for (const wrong of ["teapot", "@1", "teapot@", "@scope/teapot", "teapot@one"]) {
      expect(await passwright("check", "--against", wrong), wrong).to.match(/PWR0016[^]*exit 2\n$/);
    }
  });

  it("refuses frameworks that are not installed and that no plugin names, and packages that are not frameworks", async () => {
    expect(await passwright("check", "--against", "teapod@1", "--against", "elsewhere@1")).to.equal(`--- err
error[PWR0702]: framework \`teapod\` is not installed, and no plugin names it
help: did you mean \`teapot\`?
--- exit 1
`);
    for (const name of ["@scope/teapot", "for-any"])
      expect(await passwright("check", "--against", `${name}@1`), name).to.match(/error\[PWR0702\][^]*exit 1\n$/);
  });

  it("runs no config that is code", async () => {
    const coded = makeWorkplace({ "passwright.config.js": "throw new Error('run');\n" });
    expect(await coded.passwright("check", "--against", "teapot@1")).to.match(/PWL\d{4}[^]*exit [12]\n$/);
  });
});
