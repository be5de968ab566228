import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, findMlirOpt } from "@passwright/development";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const examples = readdirSync(join(root, "examples"));

describe("examples", () => {
  for (const name of examples) {
    const page = join(root, "examples", name, "README.md");
    const needsMlirOpt = name === "mlir-lowering" || name === "tpp";

    it(`${name} has a README that shows how to run it`, () => {
      expect(existsSync(page)).to.equal(true);
      expect(readFileSync(page, "utf8")).to.contain(`npx passwright run examples/${name}\n`);
    });

    (needsMlirOpt && findMlirOpt() === undefined ? it.skip : it)(`${name} runs by its folder alone`, () => {
      const bin = join(root, "packages/cli/bin/passwright.js");
      const done = spawnSync(process.execPath, [bin, "run", `examples/${name}`], {
        cwd: root,
        encoding: "utf8",
        env: childEnvironment(),
      });
      expect({ code: done.status, isEmpty: done.stdout === "" }, done.stderr).to.deep.equal({
        code: 0,
        isEmpty: false,
      });
    });
  }
});
