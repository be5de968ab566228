import { spawnSync } from "node:child_process";
import { childEnvironment, findMlirOpt } from "@passwright/development";

/**
 * Runs mlir-opt on one thread with cse, canonicalize and generic printing. Returns the time of the whole process and
 * the times in the rows of its timing report, in milliseconds. The parser row includes the time of the verifier.
 */
export function runMlirOpt(file, output) {
  const program = findMlirOpt();
  if (program === undefined) throw new Error("no mlir-opt found: the benchmark has nothing to compare with");
  const args = [
    file,
    "--pass-pipeline=builtin.module(func.func(cse),func.func(canonicalize))",
    "--mlir-disable-threading",
    "--verify-each=0",
    "--mlir-print-op-generic",
    "--mlir-timing",
    "--mlir-timing-display=list",
    "-o",
    output,
  ];
  const start = performance.now();
  const { stderr, status } = spawnSync(program, args, { encoding: "utf8", env: childEnvironment() });
  const whole = performance.now() - start;
  if (status !== 0) throw new Error(`mlir-opt failed: ${stderr}`);
  return {
    whole,
    parse: row(stderr, "Parser"),
    cse: row(stderr, "CSE"),
    canonicalize: row(stderr, "Canonicalizer"),
    print: row(stderr, "Output"),
  };
}

/** Parses a row such as `   0.8312 ( 52.1%)  Parser`, and returns milliseconds. */
function row(report, name) {
  const match = new RegExp(`^\\s*([\\d.]+) \\(\\s*[\\d.]+%\\)\\s+${name}$`, "m").exec(report);
  if (match === null) throw new Error(`mlir-opt's timing has no row ${name}:\n${report}`);
  return Number(match[1]) * 1000;
}
