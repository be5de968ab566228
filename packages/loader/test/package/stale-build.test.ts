import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import type { LoadOptions, LoadResult } from "@passwright/loader";
import { makeProject } from "../project.ts";
import type { Project } from "../project.ts";

const manifest = (name: string, rest = ""): string =>
  `{ "name": "${name}", "version": "1.0.0", "type": "module", "exports": "./dist/index.js", "passwright": { "kind": "plugin", "api": "^1.0.0"${rest} } }\n`;
const code = `import { definePass, definePlugin } from "@passwright/sdk";
const fold = definePass({ name: "fold", summary: "folds", runOnOperation() {} });
export default definePlugin({ passes: [fold] });
`;

function makePlugin(folder: string, sourceTime: number, files: { readonly [path: string]: string } = {}): Project {
  const project = makeProject(
    {
      "passwright.config.yaml": `framework: kettle\nplugins: [./${folder}]\n`,
      [`${folder}/package.json`]: manifest("folding"),
      [`${folder}/src/index.ts`]: code,
      [`${folder}/dist/index.js`]: code,
      ...files,
    },
    ["kettle"],
  );
  utimesSync(join(project.folder, folder, "dist/index.js"), 1000, 1000);
  utimesSync(join(project.folder, folder, "src/index.ts"), sourceTime, sourceTime);
  return project;
}

async function warningsOf(project: Project): Promise<string> {
  return project.show((await loadSession({ cwd: project.folder })).diagnostics);
}

describe("a plugin whose sources are newer than its build", () => {
  it("is reported", async () => {
    expect(await warningsOf(makePlugin("folding", 2000))).to
      .equal(`warning[PWL0216]: \`src/index.ts\` of \`folding\` is newer than its build in \`dist\`
  --> plugin folding 1.0.0, passwright.config.yaml:2:11
   | plugins: [./folding]
   |           ^
help: run \`npm run build\` in the folder of the package`);
  });

  const told = /^warning\[PWL0216\]: `src\/index\.ts` of `folding` is newer than its build in `dist`\n/;

  it("is reported right after a build, unless the whole folder was written at once, as by a checkout", async () => {
    const project = makePlugin("folding", 1000.02);
    expect(await warningsOf(project)).to.equal("");
    utimesSync(join(project.folder, "folding/package.json"), 900, 900);
    expect(await warningsOf(project)).to.match(told);
  });

  it("is reported by file at any depth, even if the manifest suffices for planning", async () => {
    const declared = manifest("folding", `, "passes": [{ "name": "fold" }], "setup": false`);
    const project = makePlugin("folding", 1000, { "folding/package.json": declared, "folding/src/a/b.ts": "" });
    const load = (options: LoadOptions): Promise<LoadResult> => loadSession({ cwd: project.folder, ...options });
    const beforeCode = (): void => {};
    const first = project.show((await load({ beforeCode })).diagnostics);
    expect(first).to.match(/^warning\[PWL0216\]: `src\/a\/b\.ts` of `folding` is newer than its build in `dist`\n/);
    const codes = (await load({ dataOnly: true })).diagnostics.map(({ code: one }) => one);
    expect(codes).not.to.include("PWL0216");
  });

  it("is fine when anything in its build is newer, when it has no build, and when npm installed it", async () => {
    expect(await warningsOf(makePlugin("folding", 1000))).to.equal("");
    expect(await warningsOf(makePlugin("folding", 2000, { "folding/dist/.tsbuildinfo": "{}" }))).to.equal("");
    expect(await warningsOf(makePlugin("node_modules/folding", 2000))).to.equal("");
  });
});
