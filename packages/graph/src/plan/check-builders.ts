import type { Origin, PassManagerBuilder } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";
import type { Structure } from "./structure.ts";

/** Reports builders with passes that no pipeline of the graph or its subgraphs contains. */
export function checkBuilders<Op extends object>(structure: Structure<Op>): Diagnostic[] {
  const structures = allStructures(structure);
  const registered = new Set<PassManagerBuilder<Op>>(
    structures.flatMap(({ nodes }) =>
      nodes.flatMap(({ content }) => (content.kind === "builder" ? content.builder : [])),
    ),
  );
  return structures.flatMap(({ state }) =>
    inNameOrder(state.builders).flatMap(({ builder, origin }) => {
      if (registered.has(builder)) return [];
      const { basePipeline, contributions } = builder.input();
      const passes = [...basePipeline.steps, ...contributions].map(({ address }) => address);
      return passes.length === 0 ? [] : [errors.builderNotRegistered(passes, origin)];
    }),
  );
}

/** Returns the builders in the order of their contributors' names, which does not depend on the order of calls. */
function inNameOrder<T extends { readonly origin: Origin }>(builders: readonly T[]): T[] {
  return [...builders].sort(({ origin: { name: left } }, { origin: { name: right } }) =>
    left < right ? -1 : Number(left > right),
  );
}

function allStructures<Op extends object>(structure: Structure<Op>): readonly Structure<Op>[] {
  const inner = structure.nodes.flatMap(({ content }) =>
    content.kind === "graph" ? allStructures(content.graph) : [],
  );
  return [structure, ...inner];
}
