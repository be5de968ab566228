import { spawnSync } from "node:child_process";
import { expect } from "chai";

/** Makes the package for the cache unavailable. */
const HOOKS = `export async function resolve(name, context, next) {
  if (name !== "cacache") return next(name);
  throw Object.assign(new Error("Cannot find package 'cacache'"), { code: "ERR_MODULE_NOT_FOUND" });
}`;

const SCRIPT = `import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(${JSON.stringify(HOOKS)}));
const { ResultCache } = await import(${JSON.stringify(import.meta.resolve("@passwright/runner/reuse"))});
const { renderDiagnostic } = await import(${JSON.stringify(import.meta.resolve("@passwright/core"))});
await ResultCache.open("folder").catch((thrown) => console.log(renderDiagnostic(thrown.diagnostic)));`;

describe("a cache without its package", () => {
  it("names the package that is missing", () => {
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", SCRIPT], { encoding: "utf8" });
    expect(stdout).to.equal(
      [
        "error[PWH0303]: the cache needs the package `cacache`, which is not installed",
        "help: install it with `npm install cacache`",
        "",
      ].join("\n"),
    );
  });
});
