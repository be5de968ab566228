import type { LiveCase } from "./live-case.ts";

const still = (input: string, text: string, ...flags: readonly string[]): readonly string[] => [
  input,
  "--mlir-disable-threading",
  `--pass-pipeline=${text}`,
  "-o",
  "/dev/null",
  ...flags,
];

const NESTED = "builtin.module(cse,builtin.module(loop-invariant-code-motion,func.func(cse)),symbol-dce)";
const FAILS = "builtin.module(func.func(cse,canonicalize),builtin.module(func.func(cse,test-pass-failure,cse)),cse)";
const SPOILS = "builtin.module(builtin.module(func.func(cse,test-pass-create-invalid-ir,cse)),cse)";
const DYNAMIC =
  "builtin.module(builtin.module(test-dynamic-pipeline{op-name=b,c run-on-nested-operations=1 dynamic-pipeline=any(cse,sccp)}))";

const all = (text: string, input = "deep.mlir"): readonly LiveCase[] => [
  still(input, text, "--mlir-print-ir-before-all"),
  still(input, text, "--mlir-print-ir-after-all"),
  still(input, text, "--mlir-print-ir-before-all", "--mlir-print-ir-after-all", "--mlir-print-ir-module-scope"),
  still(input, text, "--mlir-print-ir-after-all", "--mlir-print-ir-after-change"),
  still(input, text, "--mlir-print-ir-after-change", "--mlir-print-ir-module-scope"),
  still(input, text, "--mlir-print-ir-after-failure"),
  still(input, text, "--mlir-print-ir-after-failure", "--mlir-print-ir-after-all"),
  still(input, text, "--mlir-print-ir-after-failure", "--mlir-print-ir-before=cse", "--mlir-print-ir-module-scope"),
  still(input, text, "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=tree"),
  still(input, text, "--mlir-print-ir-before-all", "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=t/r/e"),
  still(input, text, "--mlir-print-ir-after-change", "--mlir-print-ir-tree-dir=tree", "--mlir-print-ir-module-scope"),
  still(input, text, "--mlir-print-ir-after-failure", "--mlir-print-ir-tree-dir=tree"),
  still(input, text, "--mlir-print-ir-tree-dir=tree"),
  still(input, text, "--mlir-timing", "--mlir-print-ir-after=loop-invariant-code-motion", "--mlir-print-op-generic"),
  still(input, text, "--mlir-timing", "--mlir-timing-display=list"),
  still(input, text, "--mlir-timing", "--mlir-timing-display=tree", "--mlir-output-format=json"),
  still(input, text, "--log-actions-to=-"),
  still(input, text, "--log-actions-to=a.log", "--profile-actions-to=p.json"),
  still(input, text, "--mlir-pass-pipeline-crash-reproducer=r.mlir"),
  still(input, text, "--mlir-pass-pipeline-crash-reproducer=r.mlir", "--mlir-pass-pipeline-local-reproducer"),
  still(input, text, "--mlir-generate-reproducer=g.mlir"),
  {
    run: [
      still(input, text, "--mlir-pass-pipeline-crash-reproducer=r.mlir"),
      ["r.mlir", "--run-reproducer", "--mlir-disable-threading"],
      ["r.mlir", "--run-reproducer", "--mlir-disable-threading", "--mlir-pass-pipeline-crash-reproducer=again.mlir"],
    ],
  },
  {
    run: [
      still(input, text, "--mlir-pass-pipeline-crash-reproducer=r.mlir", "--mlir-pass-pipeline-local-reproducer"),
      ["r.mlir", "--run-reproducer", "--mlir-disable-threading", "--dump-pass-pipeline"],
    ],
  },
  {
    run: [
      still(input, text, "--mlir-generate-reproducer=g.mlir"),
      ["g.mlir", "--run-reproducer", "--dump-pass-pipeline", "--mlir-disable-threading"],
    ],
  },
];

/** Cases with reports about a run: the IR, times, actions and reproducers, for successful and failed runs. */
export const reports: readonly LiveCase[] = [
  ...all(NESTED),
  ...all(FAILS),
  ...all(SPOILS),
  ...all(DYNAMIC),
  still("deep.mlir", NESTED, "--mlir-print-ir-before-all", "--mlir-print-debuginfo"),
  still("deep.mlir", NESTED, "--mlir-print-ir-after-all", "--mlir-print-skip-regions"),
  still("deep.mlir", NESTED, "--mlir-print-ir-after-all", "--mlir-print-local-scope"),
  still("deep.mlir", NESTED, "--mlir-print-ir-after=cse", "--mlir-print-ir-after=symbol-dce"),
  still("deep.mlir", NESTED, "--mlir-print-ir-before=cse,canonicalize", "--mlir-print-ir-after=canonicalize"),
  still("deep.mlir", NESTED, "--mlir-print-ir-after-change=0", "--mlir-print-ir-after-all=1"),
  still("deep.mlir", NESTED, "--mlir-print-ir-after-all=false"),
  still("deep.mlir", NESTED, "--mlir-print-ir-tree-dir=", "--mlir-print-ir-after-all"),
  still("deep.mlir", NESTED, "--mlir-print-ir-tree-dir=two.mlir/x", "--mlir-print-ir-after-all"),
  still("deep.mlir", NESTED, "--mlir-print-ir-tree-dir=two.mlir", "--mlir-print-ir-after-all"),
  still("deep.mlir", NESTED, "--mlir-pass-pipeline-crash-reproducer="),
  still(
    "deep.mlir",
    FAILS,
    "--mlir-pass-pipeline-crash-reproducer=no/where.mlir",
    "--mlir-pass-pipeline-local-reproducer",
  ),
  still("deep.mlir", FAILS, "--mlir-pass-pipeline-crash-reproducer=."),
  still("deep.mlir", FAILS, "--mlir-pass-pipeline-local-reproducer"),
  still("deep.mlir", FAILS, "--mlir-generate-reproducer=g.mlir", "--mlir-pass-pipeline-crash-reproducer=r.mlir"),
  still("deep.mlir", FAILS, "--verify-each=0", "--mlir-pass-pipeline-crash-reproducer=r.mlir"),
  still("deep.mlir", SPOILS, "--verify-each=0", "--mlir-print-ir-after-all"),
  still("deep.mlir", SPOILS, "--verify-each=0", "--mlir-generate-reproducer=g.mlir"),
  ["deep.mlir", `--pass-pipeline=${SPOILS}`, "--verify-each=0", "--mlir-disable-threading"],
  ["deep.mlir", `--pass-pipeline=${SPOILS}`, "--verify-each=0", "--mlir-disable-threading", "--mlir-print-op-generic"],
  still("deep.mlir", NESTED, "--log-actions-to="),
  still("deep.mlir", NESTED, "--log-actions-to=no/a.log", "--profile-actions-to=no/p.json"),
  still("deep.mlir", NESTED, "--profile-actions-to=-"),
  still("deep.mlir", NESTED, "--log-actions-to=-", "--profile-actions-to=-"),
  still("deep.mlir", NESTED, "--profile-actions-to=-", "--log-actions-to=-", "--log-mlir-actions-filter=deep.mlir:4"),
  still("deep.mlir", NESTED, "--log-actions-to=-", "--log-mlir-actions-filter=deep.mlir"),
  still("deep.mlir", NESTED, "--log-actions-to=-", "--log-mlir-actions-filter=deep.mlir:1"),
  still("deep.mlir", NESTED, "--log-actions-to=-", "--log-mlir-actions-filter=deep.mlir:4:7"),
  still("deep.mlir", NESTED, "--log-actions-to=-", "--log-mlir-actions-filter=other.mlir:4,deep.mlir:2-4"),
  still("locs.mlir", "builtin.module(func.func(cse,cse))", "--log-actions-to=-"),
  still("calls.mlir", "builtin.module(inline)", "--mlir-print-ir-before-all", "--mlir-print-ir-after-all"),
  still("calls.mlir", "builtin.module(inline{default-pipeline=})", "--mlir-print-ir-before-all"),
  still("calls.mlir", "builtin.module(inline{default-pipeline=cse})", "--log-actions-to=-"),
  still("two.mlir", "builtin.module(inline)", "--log-actions-to=-"),
  still("calls.mlir", "builtin.module(inline)", "--mlir-timing"),
  still(
    "calls.mlir",
    "builtin.module(inline{op-pipelines=func.func(test-pass-failure)})",
    "--mlir-print-ir-after-failure",
  ),
  still(
    "dup.mlir",
    "any(composite-fixed-point-pass{name=C pipeline=any(cse,canonicalize)})",
    "--mlir-print-ir-before-all",
  ),
  still("dup.mlir", "any(composite-fixed-point-pass{name=C pipeline=any(cse)})", "--mlir-timing"),
  still(
    "dup.mlir",
    "any(composite-fixed-point-pass{pipeline=any(test-pass-failure)})",
    "--mlir-print-ir-after-failure",
  ),
  still(
    "dup.mlir",
    "any(composite-fixed-point-pass{pipeline=any(cse)})",
    "--log-actions-to=-",
    "--mlir-generate-reproducer=g.mlir",
  ),
  still("dup.mlir", "any(print-ir{label=here},cse,print-ir{label=there})"),
  still("dup.mlir", "any(print-op-stats{json},func.func(print-op-stats))"),
  still("deep.mlir", "any(any(any(print-op-stats)))"),
  still("dup.mlir", "any(view-op-graph)"),
  still("deep.mlir", "any(any(test-dynamic-pipeline{op-name=b run-on-parent=1 dynamic-pipeline=any(cse)}))"),
  still("deep.mlir", "any(any(test-dynamic-pipeline))"),
  still("deep.mlir", "any(any(test-dynamic-pipeline{dynamic-pipeline=any(cse}))"),
  still("calls.mlir", "any(func.func(test-dynamic-pipeline{dynamic-pipeline=cse}))", "--mlir-timing"),
  still("calls.mlir", "any(func.func(test-dynamic-pipeline{dynamic-pipeline=cse,test-pass-failure}))", "--mlir-timing"),
  still("calls.mlir", "any(func.func(test-dynamic-pipeline{dynamic-pipeline=cse,nope}))"),
  still("deep.mlir", "any(test-dynamic-pipeline{dynamic-pipeline=cse,func.func(cse)})", "--mlir-print-ir-before-all"),
  still("deep.mlir", "any(test-dynamic-pipeline{dynamic-pipeline=test-pass-failure})", "--mlir-print-ir-after-all"),
  still(
    "deep.mlir",
    "any(test-dynamic-pipeline{dynamic-pipeline=builtin.module(test-pass-failure)},cse)",
    "--mlir-timing",
  ),
  still(
    "deep.mlir",
    "any(test-dynamic-pipeline{dynamic-pipeline=func.func(cse)})",
    "--mlir-timing",
    "--mlir-timing-display=list",
  ),
  still(
    "deep.mlir",
    "any(test-dynamic-pipeline{dynamic-pipeline=func.func(test-pass-crash)})",
    "--mlir-pass-pipeline-crash-reproducer=r.mlir",
  ),
  still("deep.mlir", "any(func.func(test-pass-invalid-parent),cse)", "--mlir-print-ir-after-failure"),
  still(
    "deep.mlir",
    "any(any(func.func(test-pass-invalid-parent),cse))",
    "--mlir-pass-pipeline-crash-reproducer=r.mlir",
  ),
  still(
    "deep.mlir",
    "any(any(func.func(test-pass-create-invalid-ir{emit-invalid-ir=0 signal-pass-failure=1})))",
    "--mlir-print-ir-after-all",
  ),
  still(
    "deep.mlir",
    "any(any(any(func.func(test-pass-create-invalid-ir{signal-pass-failure=1}))))",
    "--mlir-print-ir-after-failure",
  ),
  still("deep.mlir", "any(symbol-dce,any(test-interface-pass))"),
  still("deep.mlir", "any(any(any(test-interface-pass)),func.func(test-interface-pass))"),
  still("deep.mlir", "any(any(cse),builtin.module(any(cse)),func.func(cse))", "--mlir-timing"),
  still("deep.mlir", "any(builtin.module(any(any(cse))))", "--mlir-print-ir-before-all"),
  still("deep.mlir", "any(func.func(cse),any(cse),builtin.module(cse))", "--mlir-timing", "--mlir-print-ir-before-all"),
  still("empty.mlir", "any(cse,func.func(cse))", "--mlir-print-ir-before-all", "--mlir-timing"),
  still("empty.mlir", "any(cse)", "--mlir-generate-reproducer=g.mlir", "--mlir-print-ir-after-all"),
];

const withoutRows = (text: string): string =>
  text.replace(/(\.\.\. Pass statistics report \.\.\.\n===-+===\n)(?:.+\n)+/g, "$1");

/** Cases with statistics. The reference program is built without statistics, so it prints only the title. */
export const statistics: readonly LiveCase[] = [
  still("deep.mlir", NESTED, "--mlir-pass-statistics"),
  still("deep.mlir", NESTED, "--mlir-pass-statistics", "--mlir-pass-statistics-display=list"),
  still("deep.mlir", FAILS, "--mlir-pass-statistics", "--mlir-pass-statistics-display=pipeline", "--mlir-timing"),
  still("deep.mlir", DYNAMIC, "--mlir-pass-statistics", "--mlir-print-ir-after=cse"),
  still("deep.mlir", "any(test-stats-pass,any(test-stats-pass))", "--mlir-pass-statistics"),
].map((args) => ({ run: [args], masked: withoutRows }));
