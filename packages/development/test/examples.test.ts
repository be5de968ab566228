import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { findMlirOpt, runProgram } from "@passwright/development";

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

    (needsMlirOpt && findMlirOpt() === undefined ? it.skip : it)(`${name} runs by its folder alone`, async () => {
      const { code, out, err } = await runProgram(main, ["run", `examples/${name}`], { cwd: root });
      expect({ code, isEmpty: out === "" }, err).to.deep.equal({ code: 0, isEmpty: false });
    });
  }
});
