import type { PassDeclaration } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { BuilderOptions, Properties } from "@passwright/builder";
import { outlinePlan } from "./show.ts";

export const CANONICALIZE: PassDeclaration = { name: "canonicalize", types: ["Cleanup"], provides: ["canonical"] };

/**
 * Declarations of the passes. `match` requires the property that canonicalize provides. `look` and `spare` preserve
 * everything, and `wear` removes the property. No cleanup restores the property that `derive` provides, `consult`
 * requires and `refresh` provides again. A pass that is not in this list declares nothing, so it removes all fragile
 * properties.
 */
const OTHERS: readonly PassDeclaration[] = [
  { name: "match", requires: ["canonical"], preserves: ["canonical", "tidy"] },
  { name: "look", preserves: ["canonical", "tidy"] },
  { name: "spare", preserves: ["canonical", "tidy", "schedule"] },
  { name: "wear", preserves: ["tidy"] },
  { name: "polished", requires: ["tidy"] },
  { name: "derive", provides: ["schedule"] },
  { name: "refresh", provides: ["schedule"], preserves: ["schedule"] },
  { name: "consult", requires: ["schedule"] },
  { name: "bufferize", provides: ["bufferized"], preserves: ["canonical", "tidy"] },
  { name: "on-buffers", requires: ["bufferized"], preserves: ["canonical", "tidy"] },
  { name: "unlink", invalidates: ["linked"], preserves: ["canonical", "tidy"] },
  { name: "free", invalidates: ["bufferized"], preserves: ["canonical", "tidy"] },
];
export const PROPERTIES: Properties = {
  canonical: { kind: "fragile" },
  tidy: { kind: "fragile" },
  schedule: { kind: "fragile" },
};

/**
 * Returns the outline of the plan, and the steps that were left out with their reasons. Without a plan, returns the
 * codes of the errors and their steps.
 */
export function planOf(
  cleanups: readonly PassDeclaration[],
  build: (builder: PassManagerBuilder) => void,
  { properties = PROPERTIES, ...options }: BuilderOptions<object> = {},
): string {
  const catalogue = new PassCatalogue();
  for (const declaration of [...cleanups, ...OTHERS]) catalogue.add({ declaration, owner: { name: "kiln" } });
  const names = cleanups.map(({ name }) => name);
  const builder = new PassManagerBuilder("builtin.module", { catalogue, cleanups: names, properties, ...options });
  build(builder);
  const { plan, diagnostics } = builder.resolve();
  if (plan === undefined) return diagnostics.map(({ code, step }) => `${code} ${step ?? ""}`.trim()).join(" ");
  return [outlinePlan(plan), ...plan.leftOut.map(({ address, because }) => `${address}: ${because}`)].join("\n");
}

/** Makes a function that adds passes of the framework in order, and extension points, whose names begin with a dot. */
export const passes =
  (names: string, more: (builder: PassManagerBuilder) => void = () => {}) =>
  (builder: PassManagerBuilder): void => {
    for (const name of names.split(" ")) {
      if (name.startsWith(".")) builder.addExtensionPoint(name.slice(1));
      else builder.addPass(name);
    }
    more(builder);
  };

/**
 * Makes a function that adds a rule. The rule requires a pass named `target`, or a pass of type T for `:T`, after
 * `subject`.
 */
export const wish =
  (subject: string, target: string, strength: "weak" | "strong" = "weak") =>
  (builder: PassManagerBuilder): void => {
    const rule = builder.rule(subject);
    const wanted = target.startsWith(":") ? { type: target.slice(1) } : target;
    (strength === "weak" ? rule.weak : rule.strong).beforeSome(wanted, { reason: "r" });
  };
