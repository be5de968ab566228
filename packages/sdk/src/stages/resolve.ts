import { reportOrderByName } from "./order-by-name.ts";
import type { Planned } from "./state.ts";
import type { Work } from "./work.ts";

/** Resolves all contributions into a plan or a graph of plans. */
export function resolveAll(work: Work, keepDuplicates: boolean): Planned {
  const planned = resolveWork(work, keepDuplicates);
  const isStrict = work.input.owner.strict.includes("order-by-name");
  const found = isStrict ? reportOrderByName(work, planned, "error") : [];
  return { ...planned, diagnostics: [...planned.diagnostics, ...found] };
}

function resolveWork({ builder, graph }: Work, keepDuplicates: boolean): Planned {
  if (graph === undefined) return builder.resolve({ keepDuplicates });
  const { planned, diagnostics } = graph.plan({ keepDuplicates });
  return { ...(planned === undefined ? {} : { graph: planned }), diagnostics };
}
