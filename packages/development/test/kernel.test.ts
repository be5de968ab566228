import { expect } from "chai";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment, describeWithMlirOpt, perturb, runMlirOpt } from "@passwright/development";

const kernel = fileURLToPath(new URL("../../../examples/first/kernel/", import.meta.url));
const generic = "--mlir-print-op-generic";

function countOperations(text: string): number {
  return [...text.matchAll(/"\w+\.\w+"\(/g)].length;
}

describeWithMlirOpt("the example's input", () => {
  const input = readFileSync(join(kernel, "input.mlir"), "utf8");

  it("is the result of lower.sh for kernel.mlir", () => {
    const folder = mkdtempSync(join(tmpdir(), "kernel-"));
    const again = join(folder, "input.mlir");
    execFileSync(join(kernel, "lower.sh"), [again], { env: childEnvironment() });
    const text = readFileSync(again, "utf8");
    rmSync(folder, { recursive: true });
    expect(text).to.equal(input);
  });

  it("gives the passes of the table in HOW.md the described work", () => {
    const how = readFileSync(join(kernel, "HOW.md"), "utf8");
    const rows = [...how.matchAll(/^\| `([\w-]+)` \| (\d+) \| (\d+) \|/gm)].map(([, pass, before, after]) => [
      pass,
      before,
      after,
    ]);
    const found = ["cse", "symbol-dce", "arith-expand"].map((pass) => {
      const { stdout } = runMlirOpt([`--${pass}`, generic], input);
      return [pass, String(countOperations(input)), String(countOperations(stdout))];
    });
    expect(rows).to.deep.equal(found);
  });

  it("survives perturbation", () => {
    for (const seed of [1, 2, 3]) expect(runMlirOpt([generic], perturb(input, seed)).stdout).to.equal(input);
  });
});
