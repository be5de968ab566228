import { type BuilderOptions, PassCatalogue, PassManagerBuilder, type Step } from "@passwright/builder";
import { type Diagnostic, type PassDeclaration, type PassDefinition } from "@passwright/core";
import { type Framework } from "@passwright/sdk";
import * as codeErrors from "../package/code-errors.ts";
import { type Difference, withPlaces } from "../package/disagreement.ts";
import { compareDeclarations } from "../package/compare-declarations.ts";
import { type PluginPackage } from "../package/read-package.ts";
import { buildWithCode, declareOwn, type FrameworkAtWork } from "./build-framework.ts";

/** What planning looks at besides passes, extension points and the pipeline itself. */
const PLANNED = ["name", "anchor", "passTypes", "properties", "cleanups", "targets", "levels", "hooks"] as const;

/** What comparing a framework's code with its manifest came to: the code of its passes, or what is wrong. */
export interface VerifiedFramework {
  readonly definitions: readonly PassDefinition<object>[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Has the code of a framework build the pipeline that was planned with from its manifest, and compares the two: with another
 * pipeline the plan would have been another one. `planned` is what was built from the manifest.
 */
export async function verifyFramework(
  found: PluginPackage,
  code: Framework<object>,
  planned: FrameworkAtWork & { readonly borrowed: readonly PassDeclaration[] },
  options: BuilderOptions<object>,
): Promise<VerifiedFramework> {
  if (code.graph !== undefined) {
    const text = "the code has a graph of pipelines, which manifests cannot declare";
    const graph = codeErrors.frameworkDiffers(found, [{ text, path: ["pipeline"] }]);
    return { definitions: [], diagnostics: await withPlaces(found, [graph]) };
  }
  const catalogue = new PassCatalogue();
  const builder = new PassManagerBuilder(code.anchor, { ...options, catalogue });
  const work = { ...planned, framework: code, catalogue, builder, graph: undefined };
  const problems = [...declareOwn(work, found.manifest), ...buildWithCode(found, work)];
  if (problems.length > 0) return { definitions: [], diagnostics: problems };
  const definitions = catalogue.entries().flatMap(({ definition }) => definition ?? []);
  const differences = [...differentFacts(planned.framework, code), ...differentSteps(planned.builder, builder)];
  const disagreements = compareDeclarations(found, definitions as readonly PassDefinition<never>[], planned.borrowed);
  if (differences.length > 0) disagreements.push(codeErrors.frameworkDiffers(found, differences));
  return { definitions, diagnostics: await withPlaces(found, disagreements) };
}

function differentFacts(manifest: Framework<object>, code: Framework<object>): Difference[] {
  return PLANNED.flatMap((key) => {
    const [inManifest, inCode] = [manifest, code].map((one) => canonical(key === "hooks" ? callsOf(one) : one[key]));
    const text = `${key}: ${inManifest} in the manifest, ${inCode} in code`;
    return inManifest === inCode ? [] : [{ text, path: ["pipeline", key] }];
  });
}

/** What taps go by; what else a hook says is for people. */
function callsOf({ hooks = {} }: Framework<object>): object {
  return Object.fromEntries(Object.entries(hooks).map(([name, { kind, args }]) => [name, { kind, args }]));
}

function differentSteps(manifest: PassManagerBuilder, code: PassManagerBuilder): Difference[] {
  const { spine, rules, guards = [], edits = [] } = code.input();
  const more = { rules, guards, edits };
  const unsaid = Object.entries(more).filter(([, list]) => list.length > 0);
  const [inManifest, inCode] = [stepTexts(manifest.input().spine.steps), stepTexts(spine.steps)];
  const length = Math.max(inManifest.length, inCode.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => inManifest[index] !== inCode[index]);
  const texts = [
    ...unsaid.map(([what]) => `the code states ${what}, which manifests of frameworks cannot declare`),
    ...(at === undefined
      ? []
      : [`step ${at + 1}: ${inManifest[at] ?? "none"} in the manifest, ${inCode[at] ?? "none"} in code`]),
  ];
  return texts.map((text) => ({ text, path: ["pipeline", "steps"] }));
}

/** What a plan can tell of steps, each as text; managers are numbered as they come. */
function stepTexts(steps: readonly Step[]): string[] {
  const managers = new Map<number | undefined, number>();
  const numberOf = (id: number | undefined): number => {
    const known = managers.get(id) ?? managers.size + 1;
    managers.set(id, known);
    return known;
  };
  return steps.map(({ kind, name, nests, types, options, bundle, reason, removable, point }) => {
    const inside = nests.map(({ anchor, id }) => `${anchor} ${numberOf(id)}`).join(" > ");
    const more = { types: kind === "pass" ? types : [], options, bundle: bundle?.name, reason, removable, ...point };
    const told = Object.entries(more).flatMap(([key, value]) => {
      const text = canonical(value);
      return text === NOTHING || text === "false" ? [] : [`${key} ${text}`];
    });
    return [`${kind} \`${name}\``, ...(inside === "" ? [] : [`in ${inside}`]), ...told].join(", ");
  });
}

const NOTHING = "nothing";

/** Data as text, whatever the order of keys; what is empty says as much as what is absent. */
function canonical(value: unknown): string {
  const sorted = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
  return sorted === undefined || sorted === "{}" || sorted === "[]" ? NOTHING : sorted;
}
