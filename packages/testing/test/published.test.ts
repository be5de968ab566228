import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { itLong, makeTemporaryFolder } from "@passwright/development";
import { renderDiagnostic } from "@passwright/core";
import { skeletons, testPlugin } from "@passwright/testing";

const installed = fileURLToPath(new URL("../../../node_modules/@passwright/", import.meta.url));
const tiny = skeletons.filter(({ name }) => name === "tiny");

const code = {
  "dist/index.js": `import "node:path";
import { definePlugin } from "@passwright/sdk";
import { tidy } from "./lib/tidy.js";
export default definePlugin({ passes: [tidy], setup: (builder) => void builder.addPass(tidy) });
`,
  "dist/lib/tidy.js": `import { definePass } from "@passwright/sdk";
export const tidy = definePass({ name: "tidy", anchor: "func.func", runOnOperation() {} });
`,
  "passwright.manifest.json": JSON.stringify({
    setup: true,
    passes: [{ name: "tidy", anchor: "func.func", options: {} }],
    options: {},
  }),
};

/** Writes the plugin with these fields of package.json, and returns the problems that the kit finds. */
async function findingsOf(fields: object, files: { readonly [path: string]: string } = {}): Promise<string> {
  const folder = join(makeTemporaryFolder(), "tidy");
  const json = {
    name: "tidy",
    version: "1.0.0",
    type: "module",
    exports: "./dist/index.js",
    peerDependencies: { "@passwright/sdk": "^0.1.0" },
    passwright: { kind: "plugin", api: "^1.0.0", manifest: "./passwright.manifest.json" },
    ...fields,
  };
  for (const [path, text] of Object.entries({
    ...code,
    "package.json": `${JSON.stringify(json, undefined, 2)}\n`,
    ...files,
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(installed, join(folder, "node_modules/@passwright"));
  const { findings } = await testPlugin({ plugin: folder, skeletons: tiny, timeLimitMs: 60_000 });
  return findings.map((one) => renderDiagnostic(one)).join("\n\n");
}

describe("testPlugin, the published package", () => {
  itLong("accepts a package with everything that the plugin needs", async () => {
    expect(await findingsOf({ files: ["dist", "passwright.manifest.json"] })).to.equal("");
  });

  it("finds a manifest and imported modules that `files` omits", async () => {
    const error = `error[PWT0103]: plugin \`tidy\` cannot be loaded after it is published, because \`npm pack\` leaves out files
  --> plugin tidy 1.0.0, package.json:14:3
   |   "files": [
   |   ^
   = left out: \`dist/lib/tidy.js\`
   = left out: \`passwright.manifest.json\`
help: add \`dist/lib/tidy.js\` and \`passwright.manifest.json\` to \`files\` in package.json`;
    expect(await findingsOf({ files: ["dist/*.js"] })).to.equal(error);
  });

  itLong("finds modules that `.gitignore` leaves out of a package without `files`", async () => {
    expect(await findingsOf({}, { ".gitignore": "dist\n" })).to.contain("   = left out: `dist/index.js`\n");
  });

  itLong("finds a package that the code imports and that only `devDependencies` lists", async () => {
    const fields = { peerDependencies: undefined, devDependencies: { "@passwright/sdk": "^0.1.0" } };
    const error = `error[PWT0103]: plugin \`tidy\` imports \`@passwright/sdk\`, but its package.json lists this package only in \`devDependencies\`
  --> plugin tidy 1.0.0, package.json:11:3
   |   "devDependencies": {
   |   ^
help: add \`@passwright/sdk\` to \`peerDependencies\` in package.json`;
    expect(await findingsOf(fields)).to.equal(error);
  });

  itLong("names the list of package.json that fits the imported package", async () => {
    const module = (name: string, json: object): { readonly [path: string]: string } => ({
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, type: "module", exports: "./index.js", ...json }),
      [`node_modules/${name}/index.js`]: "export default 1;\n",
    });
    const files = {
      ...module("plain", {}),
      ...module("built", {}),
      ...module("other-plugin", { passwright: { kind: "plugin" } }),
      "dist/index.js": `import "plain";\nimport "built";\nimport "other-plugin";\n${code["dist/index.js"]}`,
    };
    const found = await findingsOf({ devDependencies: { built: "1.0.0", "other-plugin": "1.0.0" } }, files);
    expect(found.match(/imports .*|help: .*/g)).to.deep.equal([
      "imports `built`, but its package.json lists this package only in `devDependencies`",
      "help: move `built` from `devDependencies` to `dependencies` in package.json",
      "imports `other-plugin`, but its package.json lists this package only in `devDependencies`",
      "help: add `other-plugin` to `peerDependencies` in package.json",
      "imports `plain`, but its package.json does not list this package",
      "help: add `plain` to `dependencies` in package.json",
    ]);
  });

  itLong("does not check a private package, which npm does not publish", async () => {
    expect(await findingsOf({ private: true, files: ["dist"], peerDependencies: undefined })).to.equal("");
  });
});
