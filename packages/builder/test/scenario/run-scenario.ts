import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { Insertion, Override, ContributorId, Place, Resolution } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type {
  Scenario,
  ScenarioEdit,
  ScenarioInsert,
  ScenarioInsertBundle,
  ScenarioContributor,
  ScenarioBundle,
  ScenarioPass,
  ScenarioStep,
} from "./scenario.ts";

/** Result of one call of a contributor. */
export interface Answer {
  readonly contributor: string;
  readonly act: ScenarioInsert | ScenarioInsertBundle | ScenarioEdit;
  readonly insertion: Insertion;
}

export interface ScenarioRun {
  readonly answers: readonly Answer[];
  /** Results of the framework's own insertions. */
  readonly ownAnswers: readonly Insertion[];
  /** Diagnostics of the insertions that manifests and configs declare. */
  readonly dataDiagnostics: readonly Diagnostic[];
  resolve(): Resolution;
}

type Settings = Parameters<PassManagerBuilder["addPass"]>[1] & object;

const settingsOf = ({ types, anchor }: { types?: readonly string[]; anchor?: string }): Settings => ({
  ...(types && { types }),
  ...(anchor === undefined ? {} : { anchor }),
});

function insert(view: PassManagerBuilder, pass: string, place: Place, settings: Settings): Insertion {
  if ("before" in place) return view.addBefore(place.before, pass, settings);
  if ("after" in place) return view.addAfter(place.after, pass, settings);
  if ("beforeType" in place) return view.addBeforeType(place.beforeType, pass, settings);
  if ("afterType" in place) return view.addAfterType(place.afterType, pass, settings);
  if ("at" in place) return view.addAt(place.at, pass, settings);
  return view.addPass(pass, settings);
}

function stepSettings(step: ScenarioPass): Settings & { removable?: boolean } {
  return { ...settingsOf(step), ...(step.isRemovable === true ? { removable: true } : {}) };
}

/** Adds a bundle. All passes of a bundle have the same types, so only the types of the first pass are given. */
function addBundle(builder: PassManagerBuilder, { name, bundle: kind, without, steps }: ScenarioBundle): void {
  const [first] = steps;
  builder.addBundle(
    name,
    steps.map((step) => step.name),
    { kind, ...(without && { without }), ...(first === undefined ? {} : stepSettings(first)) },
  );
}

/** Makes a call for a contributor, and returns the result. */
function call(view: PassManagerBuilder, act: Answer["act"]): Insertion {
  if (act.kind === "insert") return insert(view, act.pass, act.place, insertSettings(act));
  if (act.kind === "remove") return view.remove(act.target);
  if (act.kind === "replace") return view.replace(act.target, act.pass, settingsOf(act));
  const { name, bundle: kind, passes, place, without } = act;
  return view.addBundle(name, passes, { kind, ...(without && { without }), place, ...insertSettings(act) });
}

function addStep(builder: PassManagerBuilder, step: ScenarioStep, ownAnswers: Insertion[]): void {
  if (step.kind === "point") builder.addExtensionPoint(step.name);
  else if (step.kind === "bundle") addBundle(builder, step);
  else if (step.kind === "pass" && step.place === undefined) builder.addPass(step.name, stepSettings(step));
  else if (step.kind === "pass") ownAnswers.push(insert(builder, step.name, step.place as Place, settingsOf(step)));
  else {
    const nested = builder.nest(step.anchor);
    for (const inner of step.steps) addStep(nested, inner, ownAnswers);
  }
}

function passesOf(steps: readonly ScenarioStep[]): ScenarioPass[] {
  return steps.flatMap((step) => ("steps" in step ? passesOf(step.steps) : step.kind === "pass" ? [step] : []));
}

function insertSettings(act: ScenarioInsert | ScenarioInsertBundle): Settings {
  const { which, onMissing, reason } = act;
  return {
    ...settingsOf(act),
    ...(which && { which }),
    ...(onMissing && { onMissing }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/**
 * Builds the framework's pipeline of a scenario, and makes the calls of the contributors in the order of
 * `contributors`. With `isTraced`, origins contain the line of the scenario's text, which requires a stack trace for
 * every call.
 */
export function runScenario(
  scenario: Scenario,
  {
    contributors = scenario.contributors,
    isTraced = false,
  }: { contributors?: readonly ScenarioContributor[]; isTraced?: boolean } = {},
): ScenarioRun {
  const framework = { name: scenario.framework };
  const catalogue = new PassCatalogue();
  for (const { name, isPoor } of passesOf(scenario.steps)) {
    if (isPoor === true) catalogue.add({ declaration: { name, poorTarget: true }, owner: framework });
  }
  for (const { name, types, anchor } of scenario.declared) {
    const declaration = {
      name,
      ...settingsOf({ ...(types && { types }), ...(anchor === undefined ? {} : { anchor }) }),
    };
    catalogue.add({ declaration, owner: framework });
  }
  const origin = { kind: "config", name: "passwright.config.json" } as const;
  const overrides = scenario.overrides.map((override): Override => ({ ...override, origin }));
  const builder = new PassManagerBuilder(scenario.anchor, { framework, catalogue, overrides });
  const ownAnswers: Insertion[] = [];
  for (const step of scenario.steps) addStep(builder, step, ownAnswers);

  const originOf = (contributor: ContributorId, line: number): ContributorId & { file: string; line: number } => ({
    ...contributor,
    file: `${contributor.name}.txt`,
    line,
  });
  const asData = contributors.filter(({ isData }) => isData);
  const dataDiagnostics = builder.contribute(
    asData.flatMap(({ kind, name, acts }) =>
      acts.flatMap((act) => {
        const contributor = { kind, name };
        if (act.kind !== "insert") return [];
        return [
          {
            contributor,
            pass: act.pass,
            place: act.place,
            settings: insertSettings(act),
            origin: originOf(contributor, act.line),
          },
        ];
      }),
    ),
  );
  const answers: Answer[] = [];
  for (const { kind, name, isData, acts } of contributors) {
    const contributor = { kind, name };
    let line = 0;
    const sourceOf = (): { file: string; line: number } => ({ file: `${name}.txt`, line });
    const view = builder.forContributor(contributor, isTraced ? { sourceOf } : {});
    for (const act of acts) {
      ({ line } = act);
      if (act.kind === "rule") {
        const { kind: _, line: __, ...rule } = act;
        builder.addRules([
          { contributor, rule, origin: isTraced || isData ? originOf(contributor, line) : contributor },
        ]);
      } else if (!isData) {
        answers.push({ contributor: name, act, insertion: call(view, act) });
      }
    }
  }
  return { answers, ownAnswers, dataDiagnostics, resolve: () => builder.resolve() };
}
