import type { When } from "@passwright/builder";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { InConfig, OwnerContributions } from "../contributions/checked.ts";
import type { CheckedStep } from "../contributions/pipeline-schema.ts";
import type { Placed } from "../data/shape.ts";
import type { Framework } from "../define/define-framework.ts";
import { pipelinesOf } from "./data-pipeline.ts";
import { originIn } from "./insertions.ts";
import * as errors from "./errors.ts";

/**
 * Warns of steps of a config for targets or levels that the framework does not have: they would never run. Plugins may name
 * targets that only other frameworks have.
 */
export function checkWhen(
  config: OwnerContributions,
  { name, targets = [], levels = [] }: Pick<Framework<object>, "name" | "targets" | "levels">,
): Diagnostic[] {
  return whensOf(config).flatMap(({ data: when, ...place }) =>
    (["target", "level"] as const).flatMap((what) => {
      const known = what === "target" ? targets : levels;
      const wanted = [when[what] ?? []].flat();
      return wanted
        .filter((one) => !known.includes(one))
        .map((one) => errors.neverChosen({ what, name: one }, name, known, suggest(one, known), originIn(place)));
    }),
  );
}

function whensOf(config: OwnerContributions): InConfig<When>[] {
  const inserted = config.insertions.flatMap(({ data, ...place }) =>
    data.when === undefined ? [] : [{ data: data.when, ...place }],
  );
  const steps = pipelinesOf(config).flatMap(({ data, file }) =>
    "text" in data ? [] : data.steps.flatMap((step) => whensOfStep(step, file)),
  );
  return [...inserted, ...steps];
}

function whensOfStep({ data, line }: Placed<CheckedStep>, file: string): InConfig<When>[] {
  const place = line === undefined ? { file } : { file, line };
  const own = "when" in data && data.when !== undefined ? [{ data: data.when, ...place }] : [];
  return "steps" in data ? [...own, ...data.steps.flatMap((step) => whensOfStep(step, file))] : own;
}
