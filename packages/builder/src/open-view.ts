import { printPipeline } from "@passwright/core";
import type { GroupDefinition, OpPassManager } from "@passwright/core";
import type { BuilderOptions, BuilderView } from "./builder-settings.ts";
import { PassCatalogue } from "./catalogue.ts";
import { checkOpening } from "./check/check-data.ts";
import { Construction } from "./construction.ts";
import type { Origin } from "./contributions/origin.ts";
import type { ContributorId } from "./contributions/contributor.ts";
import type { IrNames } from "./plan/check-anchors.ts";
import { importElements, importText, parseTarget, stepOfPass } from "./steps/import-text.ts";

/** Creates the framework's view of a new builder. The view contains the existing steps of the pipeline. */
export function openView<Op extends object>(
  target: string | OpPassManager<Op>,
  options: BuilderOptions<Op>,
): BuilderView<Op> {
  checkOpening(target, options);
  const { framework = { name: "pipeline" }, catalogue = new PassCatalogue<Op>(), sourceOf } = options;
  const text = typeof target === "string" && target.includes("(") ? parseTarget(target) : undefined;
  const anchor = text?.anchor ?? (typeof target === "string" ? target : target.anchorText);
  // Only topmost managers have an adapter.
  const ir = typeof target === "object" && "adapter" in target ? (target.adapter as IrNames) : options.ir;
  if (typeof target === "object")
    target.forEachPass(
      ({ definition: { group } }) => group && catalogue.addGroup(group as GroupDefinition<Op>, framework),
    );
  const construction = new Construction(anchor, framework, catalogue, { ...options, ...(ir && { ir }) });
  const contributor: ContributorId = { kind: "framework", ...framework };
  const origin: Origin = { kind: "framework", name: framework.name };
  if (text !== undefined) importText(text, construction, origin);
  else if (typeof target !== "string") {
    construction.managerText = printPipeline(target);
    importElements(target, construction, [], (pass) => {
      const step = stepOfPass(pass, construction, origin, framework);
      construction.existingPasses.set(step.options, pass);
      return step;
    });
  }
  const manager = typeof target === "string" ? undefined : target;
  return { construction, manager, contributor, sourceOf, inside: [], when: undefined };
}
