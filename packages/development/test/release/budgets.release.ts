import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { build } from "esbuild";
import { publicPackages } from "./packages.ts";
import { projectWith, succeed } from "./project.ts";

/** Maximum size in bytes of an installed `@passwright/cli` with its dependencies, without optional packages. */
const INSTALL_BUDGET = 10_000_000;

/** Maximum size in bytes of the minified and compressed code of a program that only makes and runs a `PassManager`. */
const MANAGER_BUDGET = 15_000;

/** Permitted licenses. CC-BY-4.0 is the license of the data in caniuse-lite, which Babel uses. */
const LICENCES = new Set(
  "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 CC-BY-4.0 ISC MIT Python-2.0".split(" "),
);

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => statSync(join(folder, path)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}

describe("budgets of published packages", () => {
  const install = (...packages: readonly string[]): string => projectWith("--omit=optional", ...packages);

  it("an installed @passwright/cli has at most 10 MB", () => {
    expect(sizeOf(join(install("@passwright/cli"), "node_modules"))).to.be.lessThanOrEqual(INSTALL_BUDGET);
  });

  it("a bare PassManager needs at most 15 kB", async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: 'import { PassManager } from "@passwright/core"; globalThis.PassManager = PassManager;',
        resolveDir: install("@passwright/core"),
      },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
    });
    expect(gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length).to.be.lessThanOrEqual(MANAGER_BUDGET);
  });

  it("all that is installed has a licence that Apache-2.0 programs may depend on", () => {
    const project = projectWith(...publicPackages().map(({ manifest }) => manifest.name), "--package-lock-only");
    succeed(project, "npm", "ls", "--package-lock-only", "--all", "--omit=dev");
    const lock = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")) as {
      readonly packages: { readonly [path: string]: { readonly license?: string } };
    };
    const wrong = Object.entries(lock.packages).filter(([path, { license = "none" }]) => {
      const choices = license.replaceAll(/[()]/g, "").split(" OR ");
      return path !== "" && !choices.some((choice) => choice.split(" AND ").every((one) => LICENCES.has(one)));
    });
    expect(wrong.map(([path, { license }]) => `${path}: ${license}`)).to.deep.equal([]);
  });
});
