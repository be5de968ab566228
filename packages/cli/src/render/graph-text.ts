import { styleText } from "node:util";
import { type Owner } from "@passwright/core";
import { type GraphPlan } from "@passwright/graph";
import { counted } from "./plan-text.ts";

/** `numba 2.1.0 · builtin.module · cpu · 2 plugins · 8 pipelines` */
export function graphHeadline(
  { anchor, choice, pipelines }: GraphPlan,
  { owner, plugins, hasColor }: { readonly owner: Owner; readonly plugins: number; readonly hasColor: boolean },
): string {
  const name = owner.version === undefined ? owner.name : `${owner.name} ${owner.version}`;
  const chosen = [choice.target, choice.level].filter((word) => word !== undefined).join(", ");
  const parts = [name, anchor, chosen, counted(plugins, "plugin"), counted(pipelines.length, "pipeline")];
  const text = parts.filter((part) => part !== "").join(" · ");
  return hasColor ? styleText("bold", text) : text;
}
