import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { printPlan } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import { renderDiagnostic } from "@passwright/core";
import { loadSession } from "@passwright/loader";
import { checkGolden, describeWithMlirOpt, runMlirOpt } from "@passwright/development";

const example = fileURLToPath(new URL("..", import.meta.url));

async function planFor(target: string, without: readonly string[] = []): Promise<Plan> {
  const { session, diagnostics } = await loadSession({ config: example, target, without });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(renderDiagnostic).join("\n")).to.equal("");
  return session?.plan as Plan;
}

function show({ steps, leftOut, alternatives }: Plan): string {
  return [
    ...steps.map(
      ({ address, nests, because }) => `${nests.map(({ anchor }) => `${anchor} > `).join("")}${address}: ${because}`,
    ),
    ...leftOut.map(({ address, because }) => `left out ${address}: ${because}`),
    ...alternatives.map(({ address, when }) => `elsewhere ${address}: ${JSON.stringify(when)}`),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

describe("the TPP pipeline", () => {
  for (const target of ["cpu", "gpu"]) {
    it(`is planned for the ${target} from declarations alone`, async () => {
      checkGolden(show(await planFor(target)), `${target}.txt`, import.meta.url);
    });
  }

  it("has tensor passes before bufferization, memref passes after, one before the first lowering, and cleanups between", async () => {
    const { steps } = await planFor("cpu");
    const at = (pass: string): number => steps.findIndex((step) => step.pass === pass);
    expect(at("linalg-block-pack-matmul")).to.be.lessThan(at("one-shot-bufferize"));
    expect(at("fold-memref-alias-ops")).to.be.greaterThan(at("one-shot-bufferize"));
    const firstLowering = steps.findIndex(({ types }) => types.some((type) => type.startsWith("lowering")));
    const between = steps.slice(at("memref-expand") + 1, firstLowering);
    expect(between.map(({ origin }) => origin.kind)).to.deep.equal(["inserted"]);
  });
});

describeWithMlirOpt("the TPP pipeline beside mlir-opt", () => {
  for (const target of ["cpu", "gpu"]) {
    it(`is a pipeline for the ${target} that mlir-opt accepts, with and without each plugin`, async () => {
      for (const without of [
        [],
        ["passwright-plugin-tpp"],
        ["passwright-plugin-stack-buffers"],
        ["passwright-plugin-invariants"],
      ]) {
        const pipeline = printPlan(await planFor(target, without));
        const { stderr, code } = runMlirOpt([`--pass-pipeline=${pipeline}`], "");
        expect({ stderr, code }, pipeline).to.deep.equal({ stderr: "", code: 0 });
      }
    });
  }
});
