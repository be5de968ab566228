import type { LiveCase } from "./live-case.ts";

const split = (...flags: readonly string[]): readonly string[] => [
  "splits.mlir",
  "--split-input-file",
  "--mlir-disable-threading",
  ...flags,
];

const typed = (input: string, ...args: readonly string[]): LiveCase => ({ run: [args], input });

/**
 * Cases about split inputs, invalid parts, expected diagnostics, complete and damaged reproducers, and standard input.
 */
export const parts: readonly LiveCase[] = [
  split(),
  split("--cse"),
  split("--cse", "--allow-unregistered-dialect"),
  split("--cse", "-o", "out.mlir"),
  split("--cse", "--mlir-print-ir-after-all", "-o", "/dev/null"),
  split("--cse", "--mlir-timing", "-o", "/dev/null"),
  split("--cse", "--dump-pass-pipeline", "-o", "/dev/null"),
  split("--pass-pipeline=builtin.module(nope)"),
  split("--pass-pipeline=builtin.module(func.func(test-pass-failure))", "--mlir-pass-pipeline-crash-reproducer=r.mlir"),
  split("--pass-pipeline=func.func(cse)"),
  split("--cse", "--mlir-generate-reproducer=g.mlir", "-o", "/dev/null"),
  split("--cse", "--mlir-generate-reproducer=-"),
  split("--pass-pipeline=builtin.module(func.func(test-pass-failure))", "--mlir-pass-pipeline-crash-reproducer=-"),
  split("--pass-pipeline=builtin.module(func.func(test-pass-failure))", "--mlir-pass-pipeline-crash-reproducer="),
  split("--cse", "--output-split-marker=//////"),
  split("--cse", "--output-split-marker="),
  split("--cse", "--no-implicit-module"),
  split("--cse", "--verify-diagnostics"),
  split("--cse", "--mlir-print-op-generic", "--mlir-print-debuginfo"),
  split("--log-actions-to=-", "--cse"),
  split("--cse", "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=tree", "-o", "/dev/null"),
  split("--verify-roundtrip"),
  ["splits.mlir", "--split-input-file=func.func", "--cse"],
  ["splits.mlir", "--cse"],
  ["split.mlir", "--split-input-file", "--verify-diagnostics"],
  typed("", "--cse"),
  typed("", "-", "--cse", "--split-input-file"),
  typed("\n", "-", "--cse", "--split-input-file", "--mlir-print-ir-after-all"),
  typed("// -----\n// -----\n", "--split-input-file", "--cse"),
  typed("// -----", "--split-input-file", "--cse"),
  typed("func.func @a() { return }\n// -----\r\nfunc.func @b() { return }\n", "--split-input-file"),
  typed("func.func @a() { return }\n  // -----\nfunc.func @b() { return }\n", "--split-input-file"),
  typed("func.func @a() { return }\n// -----//\nfunc.func @b() { return }\n", "--split-input-file"),
  typed("module {}\0", "--cse"),
  typed("\ufeffmodule {}\n", "--cse"),
  typed("func.func @a() {\n  return // expected-note {{nothing}}\n}\n", "--verify-diagnostics"),
  typed(
    "// expected-error {{x}}\nfunc.func @a() { return }\n",
    "--verify-diagnostics",
    "--test-pass-failure=gen-diagnostics",
  ),
  typed(
    "// expected-error@+1 2{{illegal operation}}\nfunc.func @a() { return }\n",
    "--verify-diagnostics",
    "--pass-pipeline=any(func.func(test-pass-failure{gen-diagnostics}))",
  ),
  typed(
    "// expected-error@+1 {{illegal}}\nfunc.func @a() { return }\n",
    "--verify-diagnostics",
    "--pass-pipeline=any(func.func(test-pass-failure{gen-diagnostics}))",
  ),
  typed(
    "// expected-error-re@+1 {{ill{{e+}}gal}}\nfunc.func @a() { return }\n",
    "--verify-diagnostics",
    "--pass-pipeline=any(func.func(test-pass-failure{gen-diagnostics}))",
  ),
  typed(
    "// expected-warning@+1 {{illegal}}\nfunc.func @a() { return }\n",
    "--verify-diagnostics",
    "--pass-pipeline=any(func.func(test-pass-failure{gen-diagnostics}))",
  ),
  typed(
    "// expected-remark@+1 {{Executing}}\nfunc.func @a() { return }\nfunc.func @b() { return }\n",
    "--verify-diagnostics",
    "--mlir-disable-threading",
    "--pass-pipeline=any(func.func(test-interface-pass))",
  ),
  typed(
    "// expected-remark@+1 {{Executing}}\nfunc.func @a() { return }\nfunc.func @b() { return }\n",
    "--verify-diagnostics=only-expected",
    "--mlir-disable-threading",
    "--pass-pipeline=any(func.func(test-interface-pass))",
  ),
  typed("module {}\n", "--verify-diagnostics", "--pass-pipeline=nope"),
  typed("module {}\n", "--verify-diagnostics", "--pass-pipeline=any(nope)"),
  ...["rep-cut", "rep-empty", "rep-other", "rep-text", "rep-anchor", "rep", "badrep", "badrep2", "badrep3"].flatMap(
    (name): readonly LiveCase[] => [
      [`${name}.mlir`, "--run-reproducer", "--dump-pass-pipeline"],
      [`${name}.mlir`, "--run-reproducer", "--verify-each=0", "--mlir-print-ir-after-all", "--mlir-disable-threading"],
      [`${name}.mlir`],
    ],
  ),
  ["rep-other.mlir", "--run-reproducer", "--cse"],
  ["rep.mlir", "--run-reproducer=0", "--dump-pass-pipeline"],
  ["rep.mlir", "--run-reproducer", "--split-input-file", "--dump-pass-pipeline"],
  ["rep.mlir", "--run-reproducer", "--mlir-generate-reproducer=g.mlir", "-o", "/dev/null"],
  ["two.mlir", "--verify-roundtrip"],
  ["deep.mlir", "--verify-roundtrip", "--cse"],
  ["locs.mlir", "--verify-roundtrip", "--mlir-print-debuginfo"],
  ["locs.mlir", "--verify-roundtrip", "--mlir-pretty-debuginfo"],
  ["unreg.mlir", "--verify-roundtrip", "--allow-unregistered-dialect"],
  ["broken.mlir", "--verify-roundtrip"],
  ["resource.mlir", "--verify-roundtrip"],
  // Parts of a program that custom form omits or cannot express.
  ["no-args.mlir", "--verify-roundtrip"],
  ["no-name.mlir", "--verify-roundtrip", "--mlir-print-op-generic"],
];
