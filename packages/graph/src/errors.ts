import { describeThrown, errorDiagnostic, suggest } from "@passwright/core";
import type { Diagnostic, Note } from "@passwright/core";
import { originText, whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";
import type { Start } from "./properties/facts.ts";
import { PREDEFINED } from "./register/pipeline.ts";

/* PWG01xx: errors in one registration. PWG02xx: errors in a graph. Errors of a run are in run/run-errors.ts. */

const quoted = (name: string): string => `\`${name}\``;

function error(
  code: string,
  message: string,
  origin: Origin,
  notes: readonly (string | Note)[],
  help: readonly string[],
): Diagnostic {
  return errorDiagnostic(code, message, help, { ...whereOf(origin), notes });
}

export function badName(name: unknown, origin: Origin): Diagnostic {
  const why =
    typeof name === "string" && PREDEFINED.includes(name)
      ? `\`${name}\` is a jump target that every graph has`
      : "a name is a string that is not empty and has no control characters and no `/`, which separates a subgraph from its pipelines";
  const message = `\`${String(name)}\` cannot be the name of a pipeline`;
  return error("PWG0101", message, origin, [why], ["give it another name, for example `high-to-middle`"]);
}

export function nameTwice(name: string, first: Origin, second: Origin): Diagnostic {
  // Sorted, so that load order does not matter.
  const [one, other] = [originText(first), originText(second)].sort();
  return error(
    "PWG0102",
    `there are two pipelines named \`${name}\``,
    second,
    [`one is of ${one}`, `the other is of ${other}`],
    ["give one of them another name"],
  );
}

export function dependsOnItself(name: string, list: "predecessors" | "successors", origin: Origin): Diagnostic {
  return error(
    "PWG0103",
    `pipeline \`${name}\` is among its own ${list}`,
    origin,
    [],
    [`remove it from its ${list}; to run a pipeline again, use a jump: \`jumpTargets: ["${name}"]\``],
  );
}

export function badSettings(name: string, problem: string, origin: Origin, help: string): Diagnostic {
  return error("PWG0104", `pipeline \`${name}\`: ${problem}`, origin, [], [help]);
}

export function badChoice(name: string, problem: string, origin: Origin, help: string): Diagnostic {
  return error("PWG0105", `choice \`${name}\`: ${problem}`, origin, [], [help]);
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
      ? `name \`${inside}\`: a subgraph is entered at its start and left at its end`
      : similar === undefined
        ? `register \`${name}\`, or remove the name`
        : `did you mean \`${similar}\`?`;
  const pipelines = known.length === 0 ? "none" : listed(known);
  const message = `no pipeline named \`${name}\``;
  return error("PWG0201", message, origin, [`it is in the ${where}`, `pipelines: ${pipelines}`], [help]);
}

/** Formats names for a message, and limits their number, because a graph may have thousands. */
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
    const says = list === "predecessors" ? `predecessors of \`${after}\`` : `successors of \`${before}\``;
    return `\`${before}\` before \`${after}\`: ${says} (${originText(origin)})`;
  });
  return error(
    "PWG0202",
    `the dependencies of these pipelines form a cycle: ${path}`,
    (edges[0] as CycleEdge).origin,
    notes,
    ["remove one of these dependencies; use a jump target to go back"],
  );
}

export function recursion(path: readonly string[], origin: Origin): Diagnostic {
  const message = `subgraph \`${path.at(-1)}\` contains itself: ${path.join(" -> ")}`;
  return error("PWG0203", message, origin, [], ["jump back inside one graph instead"]);
}

export function populateThrew(name: string, thrown: unknown, origin: Origin): Diagnostic {
  const message = `pipeline \`${name}\` threw while it was filled in: ${describeThrown(thrown)}`;
  return error("PWG0204", message, origin, [], [`report this to the author of ${origin.name}`]);
}

export function populateIsAsync(name: string, origin: Origin): Diagnostic {
  const message = `pipeline \`${name}\` returned a promise while it was filled`;
  return error("PWG0205", message, origin, [], ["add passes synchronously; the run does not wait for later ones"]);
}

export function wrongAnchor(
  name: string,
  anchor: string,
  { anchor: expected, ir, from }: Start,
  origin: Origin,
): Diagnostic {
  if (from !== undefined)
    return error(
      "PWG0206",
      `pipeline \`${name}\` runs on '${anchor}', and conversion \`${from.pass}\` before it leaves '${expected}' of IR \`${ir}\``,
      origin,
      [`\`${from.pass}\` of ${from.owner} is in pipeline \`${from.pipeline}\``],
      [`register the pipeline with \`anchor: "${expected}"\`, or make its builder with \`makeBuilder("${expected}")\``],
    );
  return error(
    "PWG0206",
    `pipeline \`${name}\` runs on '${anchor}', and the graph on '${expected}'`,
    origin,
    [],
    [anchor === "any" ? `open the builder on '${expected}'` : `nest it: \`${expected}(${anchor}(…))\``],
  );
}

export function nothingChosen(choice: string, tried: readonly string[], origin: Origin): Diagnostic {
  const notes = tried.map((one) => `does not hold: ${one}`);
  const message = `choice \`${choice}\` has neither a branch for the selected target nor an \`else\``;
  return error("PWG0207", message, origin, notes, ["add `else`, which can be an empty pipeline"]);
}

/** Property that does not hold as a step requires, on one path into the pipeline. */
export interface PropertyProblem {
  readonly pipeline: string;
  readonly step: string;
  readonly property: string;
  readonly entered: string;
  /** Reason why the property holds or is absent on that path. */
  readonly because: string;
  readonly origin: Origin;
}

export function missingOnPath(problem: PropertyProblem): Diagnostic {
  const { pipeline, step, property, entered, because, origin } = problem;
  return {
    ...error(
      "PWG0208",
      `\`${step}\` in pipeline \`${pipeline}\` requires ${property}, which does not hold on every path to it`,
      origin,
      [`it does not hold after ${entered}`, because],
      [`let a pass on that path provide ${property}, or declare \`preserves\` in the passes that keep it`],
    ),
    step,
  };
}

/** Reports a step that requires a value of operations on which it does not run. */
export function valueOnOtherOperations(problem: PropertyProblem): Diagnostic {
  const { pipeline, step, property, entered, because, origin } = problem;
  return {
    ...error(
      "PWG0214",
      `\`${step}\` in pipeline \`${pipeline}\` requires ${property}, a value of other operations`,
      origin,
      [`after ${entered}: ${because}`],
      [`run \`${step}\` on these operations, or on one around them`],
    ),
    step,
  };
}

export function forbiddenOnPath(problem: PropertyProblem): Diagnostic {
  const { pipeline, step, property, entered, because, origin } = problem;
  return {
    ...error(
      "PWG0209",
      `\`${step}\` in pipeline \`${pipeline}\` cannot run where ${property} holds`,
      origin,
      [`it holds after ${entered}`, because],
      [`let a pass on that path invalidate ${property}, or change the jump`],
    ),
    step,
  };
}

/**
 * Reports overlapping choices with too many combinations. With conversions, this is an error, because the IR at the
 * start of a pipeline would be unknown.
 */
export function tooManyStates(limit: number, hasConversions: boolean, origin: Origin): Diagnostic {
  const what = hasConversions ? "IRs and properties" : "properties";
  return {
    ...error(
      "PWG0210",
      `${what} were not checked: choices that overlap make more than ${limit} cases`,
      origin,
      [],
      ["declare all branches of a choice as predecessors of the pipelines after it"],
    ),
    severity: hasConversions ? "error" : "warning",
  };
}

export function jumpsWithoutPass(name: string, why: string, origin: Origin): Diagnostic {
  return {
    ...error(
      "PWG0211",
      `no pass can request the jumps of \`${name}\`: ${why}`,
      origin,
      [],
      [
        "add a pipeline after it, with a pass on the graph's operation that requests the jump, and declare the jumps there",
      ],
    ),
    severity: "warning",
  };
}

export function noFingerprint(name: string, target: string, adapter: string, origin: Origin): Diagnostic {
  return error(
    "PWG0212",
    `pipeline \`${name}\` jumps to \`${target}\` until the IR stays the same, but IR \`${adapter}\` has no \`fingerprint\``,
    origin,
    [],
    ["add `fingerprint` to the adapter, or request the jump only if there is more work"],
  );
}

/** Returns a note that names a pipeline and the conversion before it. */
export function inPipeline(path: string, start: Start | undefined): Note {
  if (start?.from === undefined) return { message: `in pipeline \`${path}\`` };
  const { pass, owner, pipeline } = start.from;
  const by = `conversion \`${pass}\` of ${owner} in pipeline \`${pipeline}\``;
  return { message: `in pipeline \`${path}\`, which begins with IR \`${start.ir}\` because of ${by}` };
}

/** Path into a pipeline, with the IR at its end. */
export interface Way {
  readonly start: Start;
  readonly entered: string;
}

export function twoIrs(pipeline: string, ways: readonly [Way, Way], origin: Origin): Diagnostic {
  const isOneIr = ways[0].start.ir === ways[1].start.ir;
  const textOf = ({ ir, anchor }: Start): string => (isOneIr ? `'${anchor}'` : `IR \`${ir}\``);
  const [one, other] = ways.map(({ start }) => textOf(start));
  return error(
    "PWG0213",
    `pipeline \`${pipeline}\` begins with ${one} on one path and with ${other} on another`,
    origin,
    ways.map(({ start, entered }) => {
      const { from } = start;
      const why =
        from === undefined
          ? "the graph begins with it"
          : `conversion \`${from.pass}\` of ${from.owner} in pipeline \`${from.pipeline}\` leaves it`;
      return `${textOf(start)} from ${entered}: ${why}`;
    }),
    [`convert on each path to \`${pipeline}\`, or on none`],
  );
}
