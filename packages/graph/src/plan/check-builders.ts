import type { PassManagerBuilder } from "@passwright/builder";
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
    state.builders.flatMap(({ builder, origin }) => {
      if (registered.has(builder)) return [];
      const { basePipeline, contributions } = builder.input();
      const passes = [...basePipeline.steps, ...contributions].map(({ address }) => address);
      return passes.length === 0 ? [] : [errors.builderNotRegistered(passes, origin)];
    }),
  );
}

function allStructures<Op extends object>(structure: Structure<Op>): readonly Structure<Op>[] {
  const inner = structure.nodes.flatMap(({ content }) =>
    content.kind === "graph" ? allStructures(content.graph) : [],
  );
  return [structure, ...inner];
}
