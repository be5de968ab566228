import { type Diagnostic, UsageError } from "./diagnostic.ts";
import { type OpPassManager } from "./op-pass-manager.ts";
import { isElementName } from "./element-name.ts";
import { type OptionSpecs } from "./options/option-spec.ts";
import { findBadSpec, type OptionValues } from "./options/options.ts";
import { type PassDefinition } from "./pass.ts";

/** Who registered something: a package and its version. */
export interface Owner {
  readonly name: string;
  readonly version?: string;
}

/** A pipeline that can be named in the text of another, MLIR's `PassPipelineRegistration`. */
export interface NamedPipeline<Op extends object = object> {
  readonly name: string;
  readonly summary: string;
  readonly options?: OptionSpecs;
  /** Appends its passes. */
  build(manager: OpPassManager<Op>, options: OptionValues["values"]): void;
}

/** What a registry knows under one name. */
export type Registered<Op extends object> = { readonly owner: Owner } & (
  | { readonly kind: "pass"; readonly definition: PassDefinition<Op> }
  | { readonly kind: "pipeline"; readonly pipeline: NamedPipeline<Op> }
);

/** `name version`, as diagnostics name a plugin. */
export function ownerText(owner: Owner): string {
  return owner.version === undefined ? owner.name : `${owner.name} ${owner.version}`;
}

/** The distance between two words in single-letter edits, as far as it matters for a suggestion. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const current = [i];
    for (let j = 1; j <= right.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** The known name that is most like a wrong one, if any is like it at all. Ties go to the first in alphabetical order. */
export function suggest(wrong: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wrong.length / 3)) + 1;
  for (const candidate of [...known].sort()) {
    if (Math.abs(candidate.length - wrong.length) >= bestDistance) continue;
    const distance = editDistance(wrong, candidate);
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/**
 * Passes and named pipelines by name, and who they belong to. Registering the same thing of the same package and version
 * again changes nothing; a second owner for a name is an error.
 */
export class PassRegistry<Op extends object = object> {
  readonly #entries = new Map<string, Registered<Op>>();

  /** @throws {@link UsageError} PWC0301 if the name belongs to somebody else. */
  registerPass(definition: PassDefinition<Op>, owner: Owner): this {
    return this.#register(definition.declaration.name, { kind: "pass", definition, owner });
  }

  /**
   * @throws {@link UsageError} PWC0301 if the name belongs to somebody else, PWC0302 for a name or an option that could not
   * stand in a pipeline.
   */
  registerPipeline(pipeline: NamedPipeline<Op>, owner: Owner): this {
    const problem = isElementName(pipeline.name)
      ? findBadSpec(pipeline.options ?? {})
      : `\`${pipeline.name}\` cannot be the name of a pipeline`;
    if (problem !== undefined) throw new UsageError(badPipeline(pipeline.name, problem, owner));
    return this.#register(pipeline.name, { kind: "pipeline", pipeline, owner });
  }

  find(name: string): Registered<Op> | undefined {
    return this.#entries.get(name);
  }

  /** Every registered name with what it stands for, in alphabetical order. */
  entries(): (readonly [string, Registered<Op>])[] {
    return [...this.#entries].sort(([left], [right]) => (left < right ? -1 : 1));
  }

  /** The registered name that is most like a wrong one. */
  suggest(wrong: string): string | undefined {
    return suggest(wrong, this.#entries.keys());
  }

  #register(name: string, entry: Registered<Op>): this {
    const existing = this.#entries.get(name);
    if (existing === undefined) {
      this.#entries.set(name, entry);
      return this;
    }
    const sameOwner = existing.owner.name === entry.owner.name && existing.owner.version === entry.owner.version;
    if (sameOwner && existing.kind === entry.kind) return this;
    throw new UsageError(registeredTwice(name, existing, entry));
  }
}

function badPipeline(name: string, problem: string, owner: Owner): Diagnostic {
  return {
    code: "PWC0302",
    severity: "error",
    message: `named pipeline \`${name}\`: ${problem}`,
    plugin: ownerText(owner),
    help: ["use letters, digits, `-`, `_` and `.` in names, and defaults that `name=value` can spell"],
  };
}

function registeredTwice<Op extends object>(name: string, first: Registered<Op>, second: Registered<Op>): Diagnostic {
  return {
    code: "PWC0301",
    severity: "error",
    message: `\`${name}\` is registered twice`,
    plugin: ownerText(second.owner),
    notes: [
      { message: `first as a ${first.kind} by ${ownerText(first.owner)}` },
      { message: `then as a ${second.kind} by ${ownerText(second.owner)}` },
    ],
    help: [`leave one of the two plugins out, or ask one of the authors to rename \`${name}\``],
  };
}
