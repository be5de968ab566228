import type { PlaygroundState } from "../state.ts";

/** State of the playground that users can select in a list. */
interface Example extends PlaygroundState {
  readonly title: string;
}

/** Input for configs that compile MLIR. */
export const INPUT = `func.func @halve(%x: i32, %y: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.floordivsi %x, %c8 : i32
  %1 = arith.floordivsi %x, %c8 : i32
  %2 = arith.addi %0, %1 : i32
  %3 = arith.addi %2, %c0 : i32
  return %3 : i32
}
`;

const CANONICALIZE = `name: first
plugins: ["@passwright/plugin-transforms"]
pipeline:
  - nest: func.func
    steps:
      - canonicalize
      - { pass: cse, reason: equal divisions are computed once }
  - symbol-dce
`;

const KILN = `# A compiler, two plugins of other authors, and yours.
framework: passwright-example-kiln
plugins:
  - passwright-plugin-strength
  - passwright-plugin-memory
  - ./plugin.js
`;

const COUNT_DIVISIONS = `import { definePass, definePlugin, PassType } from "@passwright/sdk";

const count = definePass({
  name: "count-divisions",
  summary: "count divisions",
  anchor: "func.func",
  statistics: { divisions: "divisions found" },
  runOnOperation(func, pass) {
    func.walk((op) => {
      if (op.name.includes("div")) pass.statistics.divisions.add();
    });
    pass.markAllAnalysesPreserved();
  },
});

export default definePlugin({
  name: "counter",
  passes: [count],
  insert: [
    {
      pass: count,
      before: "arith-expand",
      onMissing: { use: { beforeType: PassType.Lowering } },
      reason: "later, divisions are expanded",
    },
  ],
});
`;

const SVG = `framework: passwright-example-svg
plugins:
  - [passwright-plugin-svg-a11y, { titles: true }]
insert:
  - { pass: remove-comments, end: true, reason: plugins may add comments }
overrides:
  - { set: cleanup-ids, options: { prefix: true }, reason: XML ids do not begin with a digit }
`;

/** Input for configs that optimize SVG. */
export const BADGE = `<svg xmlns="http://www.w3.org/2000/svg" class="badge" width="16" height="16" viewBox="0 0 16 16">
  <!-- drawn by hand -->
  <defs>
    <linearGradient id="background"><stop offset="0" stop-color="#ffd54f"/></linearGradient>
  </defs>
  <path d="M2.000400 2.000400 h12.123456 v12 h-12 z" fill="url(#background)"/>
</svg>
`;

const CONFLICT = `# Two strong rules contradict each other: delete one of them.
framework: passwright-example-kiln
plugins:
  - passwright-plugin-strength
  - passwright-plugin-memory
  - "@passwright/plugin-transforms"
insert:
  - { pass: canonicalize, end: true }
rules:
  - { pass: strength-reduce, after: canonicalize, strong: true, reason: it finds more then }
`;

const IDLE = `# \`polish\` looks for divisions, but \`arith-expand\` has removed them.
name: idle
plugins: ["@passwright/plugin-transforms", ./plugin.js]
pipeline:
  - nest: func.func
    steps: [arith-expand, polish]
`;

const POLISH = `import { definePass, definePlugin } from "@passwright/sdk";

const polish = definePass({
  name: "polish",
  anchor: "func.func",
  worksOn: ["arith.floordivsi"],
  runOnOperation(func) {
    func.walk((op) => void op);
  },
});

export default definePlugin({ name: "polisher", passes: [polish] });
`;

const CONFIG = "passwright.config.yaml";

/** Examples in the list of the page. The page shows the first example at the start. */
export const EXAMPLES: readonly Example[] = [
  {
    title: "MLIR: canonicalize and cse",
    files: [
      [CONFIG, CANONICALIZE],
      ["input.mlir", INPUT],
    ],
  },
  {
    title: "A plugin in the middle of a compiler",
    files: [
      [CONFIG, KILN],
      ["plugin.js", COUNT_DIVISIONS],
      ["input.mlir", INPUT],
    ],
  },
  {
    title: "SVG: your own tree as an IR",
    files: [
      [CONFIG, SVG],
      ["badge.svg", BADGE],
    ],
  },
  {
    title: "A conflict and its explanation",
    files: [
      [CONFIG, CONFLICT],
      ["input.mlir", INPUT],
    ],
  },
  {
    title: "A pass that finds nothing",
    files: [
      [CONFIG, IDLE],
      ["plugin.js", POLISH],
      ["input.mlir", INPUT],
    ],
  },
];
