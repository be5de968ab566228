import { expect } from "chai";
import { loadSession, type LoadOptions } from "@passwright/loader";
import { makeProject } from "../project.ts";

/** A plugin as npm installs it: its package.json beside its code. */
function plugin(name: string, code: string, manifest: object = {}): { readonly [path: string]: string } {
  const json = {
    name,
    version: "1.0.0",
    type: "module",
    exports: "./index.js",
    passwright: { kind: "plugin", api: "^1.0.0", ...manifest },
  };
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify(json, undefined, 2),
    [`node_modules/${name}/index.js`]: `import * as sdk from "@passwright/sdk";\n${code}`,
  };
}

/** What is said of a config for kettle with some plugins; `remarks` with those that only `explain` prints. */
async function said(
  files: { readonly [path: string]: string },
  config: string,
  options: LoadOptions & { readonly remarks?: boolean } = {},
): Promise<string> {
  const { remarks = false, ...rest } = options;
  const project = makeProject({ ...files, "passwright.config.yaml": `framework: kettle\n${config}` }, ["kettle"]);
  const { diagnostics } = await loadSession({ cwd: project.folder, ...rest });
  return project.show(diagnostics.filter(({ severity }) => remarks || severity !== "remark"));
}

const stir = (body: string, setup = ""): string => `
const stir = sdk.definePass({ name: "stir", anchor: "tea", runOnOperation() { ${body} } });
export default sdk.definePlugin({ passes: [stir]${setup} });
`;
const insert = ', setup(b) { b.addAfter("boil", stir); }';
const manifest = { passes: [{ name: "stir", anchor: "tea" }] };

const twoOwners = [
  "error[PWB0001]: two owners declare a pass `stir`",
  "   = one is plugin-cup 1.0.0",
  "   = the other is plugin-spoon 1.0.0",
  "   = they say the same of it, and run different code: two passes, or two copies of one package",
  "help: leave one of the two out, or ask one of the authors to rename `stir`",
  "help: if it is one package that is installed twice: `npm dedupe`",
].join("\n");

describe("loadSession, two packages with a pass of one name that they declare alike", () => {
  const plugins = "plugins: [plugin-cup, plugin-spoon]\n";

  it("says so where each has code of its own, so that no step runs the other's", async () => {
    const files = { ...plugin("plugin-cup", stir("1", insert)), ...plugin("plugin-spoon", stir("2", insert)) };
    expect(await said(files, plugins)).to.equal(twoOwners);
  });

  it("looks at the code where the manifests alone would be planned with", async () => {
    const silent = { ...manifest, setup: false };
    const files = { ...plugin("plugin-cup", stir("1"), silent), ...plugin("plugin-spoon", stir("2"), silent) };
    expect(await said(files, plugins)).to.equal(twoOwners);
    const mixed = { ...plugin("plugin-cup", stir("1"), silent), ...plugin("plugin-spoon", stir("2", insert)) };
    expect(await said(mixed, plugins)).to.equal(twoOwners);
  });

  it("plans with a pass that one of them has from the other", async () => {
    const silent = { ...manifest, setup: false };
    const borrowed = `import cup from "plugin-cup";\nexport default sdk.definePlugin({ passes: cup.passes });\n`;
    const files = { ...plugin("plugin-cup", stir("1"), silent), ...plugin("plugin-spoon", borrowed, silent) };
    expect(await said(files, `${plugins}insert: [{ pass: stir, after: boil }]\n`)).to.equal("");
  });
});
