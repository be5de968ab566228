import { describeWithMlirOpt, generateProgram, runMlirOpt, samples } from "@passwright/development";
import { CallGraph, Context, dialects, parseModule } from "@passwright/ir";
import { expect } from "chai";

function printed(program: string): string {
  const parsed = parseModule(new Context({ dialects, allowUnregistered: true }), program, { file: "-" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  return new CallGraph(parsed.op).print();
}

describeWithMlirOpt("call graph, against mlir-opt", () => {
  it("is the same, components and their order included", () => {
    const generation = { functions: 9, operationsPerFunction: 10, vectors: false };
    const programs = Array.from(
      { length: samples(100) },
      (_, i) => generateProgram({ ...generation, seed: 900 + i }).text,
    );
    const { stderr } = runMlirOpt(
      ["--test-print-callgraph", "--split-input-file", "--allow-unregistered-dialect"],
      programs.join("// -----\n"),
    );
    const theirs = stderr.split(/^Testing : .*\n/m).slice(1);
    programs.forEach((program, i) => expect(printed(program), `program ${i}`).to.equal(theirs[i]));
  });
});
