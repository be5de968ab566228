import { describeThrown, mustBe, mustBeString, mustHave, satisfies, shown } from "@passwright/core";
import { wrongCall } from "../check/wrong-call.ts";
import type { Origin } from "./origin.ts";

/** Identity of a contributor, which is the framework, a plugin, or the config. */
export interface ContributorId {
  /** Whether the contributor is the framework, a plugin or the config. */
  readonly kind: Origin["kind"];
  /** Name of the package or config file. */
  readonly name: string;
  /** Version of the package. */
  readonly version?: string;
}

/** Source file of a contributor, and a line in this file. */
export interface Source {
  /** Path of the file, relative to the package or config. */
  readonly file: string;
  /** Line in the file, from 1. */
  readonly line: number;
}

/** Converts a position in loaded code to a position in a source file, or returns `undefined` if it is unknown. */
export type SourceOfCode = (site: CallSite) => Source | undefined;

/**
 * Source position of a call, in one of two forms. For calls from code, a function maps the position in the stack trace.
 * For declarations in a manifest or config, `atHand` returns the position in this file.
 */
export type SourceOf = SourceOfCode | { readonly atHand: () => Source | undefined };

/**
 * Returns the origin of the current call: the contributor and, if `sourceOf` finds it, the line that called the
 * builder. Skips stack frames in the folder `within`, which belongs to a package that wraps the builder.
 */
export function originHere(contributor: ContributorId, sourceOf: SourceOf | undefined, within?: string): Origin {
  const { kind, name } = contributor;
  if (sourceOf === undefined) return { kind, name };
  const source = checkedSource(contributor, () => {
    if ("atHand" in sourceOf) return sourceOf.atHand();
    const site = callSite(within);
    return site && sourceOf(site);
  });
  return { kind, name, ...source };
}

/**
 * Returns the result of `find`, which calls the function `sourceOf` of the program. @throws UsageError PWB0305 if
 * `sourceOf` throws or returns an invalid position.
 */
function checkedSource({ name }: ContributorId, find: () => Source | undefined): Source | undefined {
  const help = `correct the function \`sourceOf\` of the builder for \`${name}\``;
  let source: Source | undefined;
  try {
    source = find();
  } catch (thrown) {
    throw wrongCall("sourceOf", `the function threw ${describeThrown(thrown)}`, help);
  }
  if (source === undefined || satisfies(position, source)) return source;
  throw wrongCall("sourceOf", `the function returned ${shown(source)}, not \`{ file, line }\` or undefined`, help);
}

const position = mustHave({ file: mustBeString, line: mustBe("a number", Number.isFinite) }, "file", "line");

const NO_RANK = Number.MAX_SAFE_INTEGER;

interface Act {
  readonly contributor: string;
  readonly index: number;
  readonly rank?: number | undefined;
}

/** Returns the items sorted by contributor, rank and index, so that the order does not depend on load order. */
export function inContributorOrder<T extends Act>(acts: readonly T[]): readonly T[] {
  return acts.toSorted(
    (one, other) =>
      (one.contributor < other.contributor ? -1 : Number(one.contributor > other.contributor)) ||
      (one.rank ?? NO_RANK) - (other.rank ?? NO_RANK) ||
      one.index - other.index,
  );
}

/** Position of a call in a code file, parsed from a stack trace. */
export interface CallSite {
  /** Path or URL of the file that contains the call. */
  readonly file: string;
  /** Line of the call, from 1. */
  readonly line: number;
  /** Column of the call, from 1. */
  readonly column: number;
}

const FRAME = /^\s*at .*?\(?((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()]*?):(\d+):(\d+)\)?$/;

/** Returns the folder of the first file that a stack trace names. The folder ends with a path separator. */
export function folderOf(stack: string | undefined): string | undefined {
  return firstOutside([], stack)?.file.replace(/[^\\/]*$/, "");
}

/** Folder of the builder's code, whose stack frames are skipped. */
const here: string | undefined = folderOf(new Error().stack);

/** Number of stack frames to record. The caller of the builder is not always among the first ten frames. */
const FRAMES = 50;

/**
 * Returns the position of the first stack frame whose file is neither in the builder's folder nor in the folder
 * `within`. The folder `within` contains a package that wraps the builder. Returns `undefined` if no frame can be
 * parsed.
 */
function callSite(within?: string): CallSite | undefined {
  const own = [here, within].filter((folder) => folder !== undefined);
  return firstOutside(own, new Error().stack) ?? firstOutside(own, deepStack());
}

function firstOutside(own: readonly string[], stack: string | undefined): CallSite | undefined {
  for (const line of (stack ?? "").split("\n")) {
    const [, file, row, column] = FRAME.exec(line) ?? [];
    if (file !== undefined && !own.some((folder) => file.startsWith(folder)))
      return { file, line: Number(row), column: Number(column) };
  }
  return undefined;
}

function deepStack(): string | undefined {
  const limit: unknown = Reflect.get(Error, "stackTraceLimit");
  // If the property is frozen, `Reflect.set` does not throw, and the stack trace has the usual number of frames.
  Reflect.set(Error, "stackTraceLimit", FRAMES);
  const { stack } = new Error();
  Reflect.set(Error, "stackTraceLimit", limit);
  return stack;
}
