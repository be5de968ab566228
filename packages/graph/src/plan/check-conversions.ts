import { ownerText } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { originText } from "@passwright/builder";
import type { Origin } from "@passwright/builder";
import * as errors from "../errors.ts";
import type { Node, Structure } from "./structure.ts";

/** Refuses conversions: all pipelines of a graph run on the graph's IR. The pipelines of builders have their plans. */
export function checkConversions<Op extends object>(structure: Structure<Op>): Diagnostic[] {
  return structure.nodes.flatMap((node) =>
    node.content.kind === "graph" ? checkConversions(node.content.graph) : conversionsOf(node, structure),
  );
}

function conversionsOf<Op extends object>(
  { content, path, origin: filledInBy }: Node<Op>,
  { state }: Structure<Op>,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const refuse = (name: string, to: string, origin: Origin): void => {
    const owner = state.options.catalogue?.find(name)?.owner;
    found.push(errors.conversion(path, name, to, owner === undefined ? originText(origin) : ownerText(owner), origin));
  };
  if (content.kind === "builder") {
    for (const { pass, leaves, origin } of content.plan?.steps ?? []) {
      if (leaves !== undefined) refuse(pass, leaves.ir, origin);
    }
  } else if (content.kind === "passes") {
    content.manager.forEachPass(({ declaration: { name, to } }) => {
      if (to !== undefined) refuse(name, to, filledInBy);
    });
  }
  return found;
}
