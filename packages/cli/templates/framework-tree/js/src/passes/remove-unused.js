import { definePass, PassType } from "@passwright/sdk";
import { language, nodesIn } from "../language.js";

export const removeUnused = definePass({
  name: "remove-unused",
  summary: "remove `let` statements whose names are not used",
  ir: language,
  anchor: "program",
  types: [PassType.LateOptimization],
  idempotent: true,
  statistics: { removed: "removed statements" },
  runOnOperation(program, pass) {
    const used = new Set();
    const kept = [];
    // Visits the last statement first, so that all uses of a name are known before its definition is visited.
    for (const statement of program.children.toReversed()) {
      if (statement.kind === "let" && !used.has(statement.name)) {
        pass.statistics.removed.add();
        continue;
      }
      for (const node of nodesIn(statement)) if (node.kind === "name") used.add(node.name);
      kept.unshift(statement);
    }
    program.children = kept;
  },
});
