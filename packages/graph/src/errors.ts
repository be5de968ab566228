import { describeThrown, didYouMean, errorDiagnostic, suggest } from "@passwright/core";
import type { Diagnostic, Note } from "@passwright/core";
import { originText, propertyText, whenText, whereOf } from "@passwright/builder";
import type { Choice, Origin } from "@passwright/builder";
import type { Start } from "./properties/facts.ts";
import { PREDEFINED } from "./register/pipeline.ts";

/* PWG01xx: errors in one registration. PWG02xx: errors in a graph. Errors of a run are in run/run-errors.ts. */

const quoted = (name: string): string => `\`${name}\``;

/** Makes an error about the registration with this origin. */
function error(
  code: string,
  message: string,
  origin: Origin,
  help: string,
  notes: readonly (string | Note)[] = [],
  more: Partial<Pick<Diagnostic, "step" | "severity">> = {},
): Diagnostic {
  return errorDiagnostic(code, message, help, { ...whereOf(origin), notes, ...more });
}

export function badName(name: unknown, origin: Origin): Diagnostic {
  const why =
    typeof name === "string" && PREDEFINED.includes(name)
      ? `\`${name}\` is a jump target that every graph has`
      : "the name of a pipeline must be a non-empty string without `/` and without control characters";
  const message = `${name === "" ? "an empty string" : quoted(String(name))} cannot be the name of a pipeline`;
  return error("PWG0101", message, origin, "rename the pipeline, for example to `high-to-middle`", [why]);
}

export function nameTwice(name: string, first: Origin, second: Origin): Diagnostic {
  // Sorts the origins, so that the notes do not depend on the load order.
  const notes = [originText(first), originText(second)].sort().map((origin) => `registered by ${origin}`);
  // The pipeline of the framework or config stays, because users and other plugins can refer to it.
  const help =
    second.kind === "plugin" && first.kind !== "plugin"
      ? `rename the pipeline of plugin \`${second.name}\``
      : "rename one of the pipelines";
  return error("PWG0102", `two pipelines are named \`${name}\``, second, help, notes);
}

/** Returns the report about a plugin's registration: only a warning, because the plugin might have handled the refusal. */
export function refusedWarning({ notes = [], ...diagnostic }: Diagnostic): Diagnostic {
  const note = { message: "the plan ignores this registration of the plugin, including its passes" };
  return { ...diagnostic, severity: "warning", notes: [...notes, note] };
}

export function dependsOnItself(name: string, list: "predecessors" | "successors", origin: Origin): Diagnostic {
  const help = `remove \`${name}\` from the list, or declare \`jumpTargets: ["${name}"]\` to repeat the pipeline`;
  return error("PWG0103", `pipeline \`${name}\` is listed in its own \`${list}\``, origin, help);
}

export function badSettings(name: string, problem: string, origin: Origin, help: string): Diagnostic {
  return error("PWG0104", `pipeline \`${name}\`: ${problem}`, origin, help);
}

export function badChoice(name: string, problem: string, origin: Origin, help: string): Diagnostic {
  return error("PWG0105", `choice \`${name}\`: ${problem}`, origin, help);
}

/** Reference to an unknown name. */
export interface Mention {
  /** Location of the reference: `predecessors of \`a\``. */
  readonly where: string;
  readonly name: string;
  readonly origin: Origin;
}

export function unknownName({ where, name, origin }: Mention, known: readonly string[]): Diagnostic {
  const similar = suggest(name, known);
  const slash = name.indexOf("/");
  const inside = slash > 0 && known.includes(name.slice(0, slash)) ? name.slice(0, slash) : undefined;
  const help =
    inside !== undefined
      ? `use \`${inside}\`, because names inside a subgraph are not visible outside of it`
      : similar === undefined
        ? `register a pipeline named \`${name}\`, or remove the reference to it`
        : `did you mean \`${similar}\`?`;
  const pipelines = known.length === 0 ? "none" : listed(known);
  const message = `no pipeline named \`${name}\``;
  return error("PWG0201", message, origin, help, [`listed in the ${where}`, `pipelines: ${pipelines}`]);
}

/** Formats names for a message, and limits their number, because a graph can have thousands of names. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).map(quoted).join(", ");
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown;
}

/** Edge of a cycle, with the registration that declares it. */
export interface CycleEdge {
  readonly before: string;
  readonly after: string;
  readonly list: "predecessors" | "successors";
  readonly origin: Origin;
}

export function cycle(edges: readonly CycleEdge[]): Diagnostic {
  const path = [...edges.map(({ before }) => before), edges[0]?.before ?? ""].join(" -> ");
  const notes = edges.map(({ before, after, list, origin }) => {
    const declared = `\`${list}\` of \`${list === "predecessors" ? after : before}\``;
    return `\`${before}\` before \`${after}\`: declared in ${declared} (${originText(origin)})`;
  });
  const message = `the dependencies of these pipelines form a cycle: ${path}`;
  const help = "remove one of these dependencies, or replace it with a jump target";
  return error("PWG0202", message, (edges[0] as CycleEdge).origin, help, notes);
}

export function recursion(path: readonly string[], origin: Origin): Diagnostic {
  const message = `subgraph \`${path.join("/")}\` contains itself`;
  return error("PWG0203", message, origin, "replace the subgraph with a jump inside one graph");
}

/** Returns the help for an exception in the code of a framework or plugin. Configs do not contain code. */
export function reportToAuthor({ name }: Origin): string {
  return `report this exception to the author of ${name}`;
}

export function populateThrew(name: string, thrown: unknown, origin: Origin): Diagnostic {
  const message = `the function that adds passes to pipeline \`${name}\` threw an exception: ${describeThrown(thrown)}`;
  return error("PWG0204", message, origin, reportToAuthor(origin));
}

export function populateIsAsync(name: string, origin: Origin): Diagnostic {
  const message = `the function that adds passes to pipeline \`${name}\` returned a promise`;
  const help = "make the function synchronous, and load modules before you register the pipeline";
  return error("PWG0205", message, origin, help);
}

export function wrongAnchor(
  name: string,
  anchor: string,
  { anchor: expected, ir, from }: Start,
  origin: Origin,
): Diagnostic {
  if (from === undefined) {
    const message = `pipeline \`${name}\` runs on '${anchor}', but the graph runs on '${expected}'`;
    const nested = `nest the pipeline: \`${expected}(${anchor}(…))\``;
    return error("PWG0206", message, origin, anchor === "any" ? `create the builder on '${expected}'` : nested);
  }
  const message = `pipeline \`${name}\` runs on '${anchor}', but the preceding conversion \`${from.pass}\` returns '${expected}' of IR \`${ir}\``;
  const help = `register the pipeline with \`anchor: "${expected}"\`, or make its builder with \`makeBuilder("${expected}")\``;
  const note = `\`${from.pass}\` of ${from.owner} is in pipeline \`${from.pipeline}\``;
  return error("PWG0206", message, origin, help, [note]);
}

export function nothingChosen(choice: string, selected: Choice, tried: readonly string[], origin: Origin): Diagnostic {
  const message = `no branch of choice \`${choice}\` matches the selected target, level and options, and the choice has no \`else\``;
  const notes = [`selected: ${whenText(selected) || "nothing"}`, ...tried];
  return error("PWG0207", message, origin, "add `else`, for example with an empty pipeline", notes);
}

/** Unmet requirement of a step: a property that the step requires or forbids, on one path into the step's pipeline. */
export interface PropertyProblem {
  readonly pipeline: string;
  readonly step: string;
  readonly property: string;
  /** Similar property that a pass provides. Absent if a pass provides `property`. */
  readonly similar: string | undefined;
  readonly entered: string;
  /** Reason why the property holds or is absent on that path. */
  readonly because: string;
  readonly origin: Origin;
}

/** Reports that a step cannot run with the properties on a path. `what` describes the requirement of the step. */
function onPath(
  code: string,
  { pipeline, step, origin }: PropertyProblem,
  what: string,
  help: string,
  notes: readonly string[],
): Diagnostic {
  return error(code, `\`${step}\` in pipeline \`${pipeline}\` ${what}`, origin, help, notes, { step });
}

export function missingOnPath(problem: PropertyProblem): Diagnostic {
  const { property, similar, entered, because } = problem;
  const what = `requires ${propertyText(property)}, which does not hold on every path to this pass`;
  const help = `add a pass that provides \`${property}\` on this path, or add \`preserves: ["${property}"]\` to the passes that preserve this property`;
  return onPath("PWG0208", problem, what, didYouMean(similar, help), [
    `\`${property}\` does not hold ${entered}`,
    because,
  ]);
}

/** Reports a step that requires a value, if this value belongs to operations outside the operation of the step. */
export function valueOnOtherOperations(problem: PropertyProblem): Diagnostic {
  const { step, property, entered, because } = problem;
  const what = `requires ${propertyText(property)}, but the pass does not run on the operations that have the value`;
  const help = `anchor \`${step}\` on the operations that have the value, or on an operation around them`;
  return onPath("PWG0214", problem, what, help, [`${entered}: ${because}`]);
}

export function forbiddenOnPath(problem: PropertyProblem): Diagnostic {
  const { property, entered, because } = problem;
  const what = `cannot run while ${propertyText(property)} holds`;
  const help = `add a pass that invalidates \`${property}\` on this path, or change the target of the jump`;
  return onPath("PWG0209", problem, what, help, [`\`${property}\` holds ${entered}`, because]);
}

/**
 * Reports overlapping choices with too many combinations. Without conversions, the report is a warning. With
 * conversions, the report is an error, because the IR at the start of a pipeline would be unknown.
 */
export function tooManyStates(limit: number, hasConversions: boolean, origin: Origin): Diagnostic {
  const what = hasConversions ? "IRs and properties" : "properties";
  const message = `${what} were not checked, because overlapping choices have more than ${limit} combinations`;
  const help =
    "after each choice, register a pipeline whose `predecessors` are all branches of the choice, so that choices do not overlap";
  return error("PWG0210", message, origin, help, [], { severity: hasConversions ? "error" : "warning" });
}

export function jumpsWithoutPass(name: string, why: string, origin: Origin): Diagnostic {
  const message = `pipeline \`${name}\` declares \`jumpTargets\`, but has no pass that can request a jump: ${why}`;
  const help = "move `jumpTargets` to the pipeline whose pass requests the jump";
  return error("PWG0211", message, origin, help, [], { severity: "warning" });
}

export function noFingerprint(name: string, target: string, adapter: string, origin: Origin): Diagnostic {
  const message = `pipeline \`${name}\` jumps to \`${target}\` until the IR no longer changes, but the adapter of IR \`${adapter}\` has no \`fingerprint\``;
  return error("PWG0212", message, origin, "add `fingerprint` to the adapter, or remove `onNoProgress` from the jump");
}

/** Reports a builder of `makeBuilder` that is not in the graph. For a plugin, a refused registration can be the reason. */
export function builderNotRegistered(passes: readonly string[], origin: Origin): Diagnostic {
  const message = `the graph does not contain the pipeline of a builder with these passes: ${listed(passes)}`;
  const help = "register the builder: `graph.registerPipeline(NAME, {}, builder)`";
  const severity = origin.kind === "plugin" ? "warning" : "error";
  return error("PWG0215", message, origin, help, [], { severity });
}

/** Warns about a graph whose runs do nothing. Not an error, because plugins can register all pipelines of a framework. */
export function noPipelines(framework: string): Diagnostic {
  const origin: Origin = { kind: "framework", name: framework };
  const help = "register a pipeline: `graph.registerPipeline(NAME, {}, builder)`";
  return error("PWG0216", "the graph does not contain a pipeline, so a run does nothing", origin, help, [], {
    severity: "warning",
  });
}

/** Returns a note that names a pipeline and the conversion before it. */
export function inPipeline(path: string, start: Start | undefined): Note {
  if (start?.from === undefined) return { message: `in pipeline \`${path}\`` };
  const { pass, owner, pipeline } = start.from;
  const by = `conversion \`${pass}\` of ${owner} in pipeline \`${pipeline}\``;
  return { message: `in pipeline \`${path}\`, which runs on IR \`${start.ir}\` after ${by}` };
}

/** Path into a pipeline, with the IR at the end of the path. */
export interface Way {
  readonly start: Start;
  readonly entered: string;
}

export function twoIrs(pipeline: string, ways: readonly [Way, Way], origin: Origin): Diagnostic {
  const isOneIr = ways[0].start.ir === ways[1].start.ir;
  const textOf = ({ ir, anchor }: Start): string => (isOneIr ? `'${anchor}'` : `IR \`${ir}\``);
  const [one, other] = ways.map(({ start }) => textOf(start));
  const message = `pipeline \`${pipeline}\` starts with ${one} on one path and with ${other} on another`;
  const notes = ways.map(({ start, entered }) => {
    const { pass, owner, pipeline: inside } = start.from ?? {};
    const why = pass === undefined ? "" : `, because of conversion \`${pass}\` of ${owner} in pipeline \`${inside}\``;
    return `${textOf(start)} ${entered}${why}`;
  });
  const help = `add the conversion to every path to \`${pipeline}\`, or remove it from all paths`;
  return error("PWG0213", message, origin, help, notes);
}
