import { type Diagnostic, diagnosticOf, type OpPassManager, takeOptions } from "@passwright/core";
import { type PassCatalogue } from "./catalogue.ts";
import { whereOf } from "./errors.ts";
import { type Plan, type PlanStep } from "./plan.ts";
import { originText } from "./origin.ts";

function noCode(step: PlanStep, similar: string | undefined): Diagnostic {
  const help = "name the plugin that has it, or print the plan for a program that has it: `--format mlir`";
  return {
    code: "PWB0401",
    severity: "error",
    message: `there is no code for pass \`${step.pass}\``,
    ...whereOf(step.origin),
    step: step.address,
    notes: [{ message: `it is in the plan because of ${originText(step.origin)}` }],
    help: similar === undefined ? [help] : [`did you mean \`${similar}\`?`, help],
  };
}

function badOptions(step: PlanStep, message: string): Diagnostic {
  return {
    code: "PWB0402",
    severity: "error",
    message: `options of \`${step.pass}\`: ${message}`,
    ...whereOf(step.origin),
    step: step.address,
    help: [`\`passwright-opt --help\` lists the options of \`${step.pass}\``],
  };
}

/** Making an instance runs a plugin's code: `create(options)`. */
function threw(step: PlanStep, thrown: unknown): Diagnostic {
  const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return {
    code: "PWB0403",
    severity: "error",
    message: `pass \`${step.pass}\` threw while it was made: ${what}`,
    help: [`report this to the author of \`${step.pass}\``],
  };
}

/** The manager that a step goes into: the ones around it are opened where the step before was not inside them. */
class OpenManagers<Op extends object> {
  readonly #open: { id: number; manager: OpPassManager<Op> }[] = [];
  readonly #top: OpPassManager<Op>;

  constructor(top: OpPassManager<Op>) {
    this.#top = top;
  }

  for(step: PlanStep): OpPassManager<Op> {
    let depth = 0;
    while (depth < step.nests.length && this.#open[depth]?.id === step.nests[depth]?.id) depth++;
    this.#open.length = depth;
    for (const { anchor, id } of step.nests.slice(depth)) {
      const outer = this.#open.at(-1)?.manager ?? this.#top;
      this.#open.push({ id, manager: anchor === "any" ? outer.nestAny() : outer.nest(anchor) });
    }
    return this.#open.at(-1)?.manager ?? this.#top;
  }
}

/**
 * Makes an ordinary manager of a plan, the last link of the chain: nothing of the builder runs afterwards. Passes are added
 * to `manager`, which should be empty. Answers what stands in the way: PWB0401 a pass without code, PWB0402 bad options.
 */
export function toPassManager<Op extends object>(
  plan: Plan,
  catalogue: PassCatalogue<Op>,
  manager: OpPassManager<Op>,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const managers = new OpenManagers(manager);
  for (const step of plan.steps) {
    if (step.kind === "point") continue;
    const known = catalogue.find(step.pass);
    const definition = known?.definition;
    if (definition === undefined) {
      // One that is declared is no mistyped one.
      diagnostics.push(noCode(step, known === undefined ? catalogue.suggest(step.pass) : undefined));
      continue;
    }
    const taken = takeOptions(definition.options, step.options);
    if (!taken.ok) {
      diagnostics.push(badOptions(step, taken.problem.message));
      continue;
    }
    try {
      managers.for(step).addPass(definition.createFrom(taken.options));
    } catch (thrown) {
      diagnostics.push({
        ...(diagnosticOf(thrown) ?? threw(step, thrown)),
        ...whereOf(step.origin),
        step: step.address,
      });
    }
  }
  return diagnostics;
}
