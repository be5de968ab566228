import { Context, dialects, parseModule } from "@passwright/ir";
import { describeWithMlirOpt, perturb, runMlirOptAsync, samples } from "@passwright/development";
import { expect } from "chai";
import { readInput } from "./read-input.ts";

const bufferize = "--one-shot-bufferize=bufferize-function-boundaries";

/** Stages of mlir-opt's pipelines. The tests use the kernels unchanged and after each stage. */
const stages: Readonly<Record<string, readonly (readonly string[])[]>> = {
  affine: [
    [],
    ["--pass-pipeline=builtin.module(func.func(affine-loop-unroll))"],
    ["--affine-loop-tile=tile-size=8"],
    ["--affine-super-vectorize=virtual-vector-size=8"],
    ["--lower-affine"],
    ["--lower-affine", "--convert-scf-to-cf", "--test-lower-to-llvm"],
  ],
  gpu: [
    [],
    ["--convert-gpu-to-nvvm"],
    ["--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-rocdl))"],
    ["--gpu-lower-to-nvvm-pipeline=cubin-format=isa"],
  ],
  linalg: [
    [],
    ["--convert-linalg-to-loops"],
    ["--convert-linalg-to-affine-loops"],
    [
      "--convert-linalg-to-parallel-loops",
      "--gpu-map-parallel-loops",
      "--convert-parallel-loops-to-gpu",
      "--gpu-kernel-outlining",
    ],
    [bufferize, "--convert-linalg-to-loops", "--convert-scf-to-cf"],
    [bufferize, "--convert-linalg-to-affine-loops", "--lower-affine", "--test-lower-to-llvm"],
  ],
  spirv: [[], ["--canonicalize"]],
  tensor: [[], ["--linalg-generalize-named-ops", "--linalg-fuse-elementwise-ops"]],
  vector: [
    [],
    ["--convert-vector-to-scf"],
    ["--convert-vector-to-scf", "--convert-vector-to-llvm"],
    ["--convert-vector-to-scf", "--test-lower-to-llvm"],
  ],
};

function print(text: string, debugInfo: boolean): string {
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "<stdin>" });
  if (!parsed.ok) return `${parsed.diagnostics[0]!.at?.line}: ${parsed.diagnostics[0]!.message}`;
  // mlir-opt ends its output with an additional line end.
  return `${parsed.op.print({ generic: true, debugInfo })}\n`;
}

describeWithMlirOpt("kernels that mlir-opt lowers, in generic form", () => {
  for (const [name, lowerings] of Object.entries(stages).slice(0, samples(50))) {
    for (const lowering of lowerings) {
      it(`${name} ${lowering.join(" ")}`, async () => {
        const kernel = readInput(`kernels/${name}.mlir`);
        const located = await runMlirOptAsync(
          [...lowering, "--mlir-print-op-generic", "--mlir-print-debuginfo"],
          kernel,
        );
        expect(located.code, located.stderr).to.equal(0);
        // Prints the output again without locations. Does not run the stages again, because some stages print times.
        const plain = await runMlirOptAsync(["--mlir-print-op-generic"], located.stdout);
        expect(print(located.stdout, true)).to.equal(located.stdout);
        expect(print(located.stdout, false)).to.equal(plain.stdout);
        expect(print(perturb(located.stdout, 1), true)).to.equal(located.stdout);
        expect(print(perturb(plain.stdout, 2), false)).to.equal(plain.stdout);
      });
    }
  }
});
