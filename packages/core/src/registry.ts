import { refuseControlCharacters } from "./refuse-control-characters.ts";
import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { isElementName } from "./element-name.ts";
import { findBadSpec } from "./options/options.ts";
import type { Analysis } from "./analysis.ts";
import type { PassDefinition, PipelineResult } from "./pass.ts";
import { ownerText } from "./owner.ts";
import type { Owner } from "./owner.ts";
import type { NamedPipeline, Registered } from "./registered.ts";
import { suggest } from "./suggest.ts";
import { parsePipeline } from "./text/build-pipeline.ts";

/**
 * Group of passes, pipelines and analyses that are registered with one call, for example all items of a package.
 * Comparable to `registerTransformsPasses` in MLIR.
 */
export interface RegistryGroup<Op extends object = object> {
  /** Name of the group. */
  readonly name: string;
  /** Passes, or functions that return a pass. */
  readonly passes?: readonly (PassDefinition<Op> | (() => PassDefinition<Op>))[];
  /** Named pipelines. */
  readonly pipelines?: readonly NamedPipeline<Op>[];
  /** Analyses. */
  readonly analyses?: readonly Analysis<Op, unknown>[];
}

/**
 * Registered pass or pipeline. `source` is the object that the caller registered: a definition, a pipeline, or a
 * function that makes a definition.
 */
interface Entry<Op extends object> {
  readonly registered: Registered<Op>;
  readonly source: object;
}

/** Registered analysis or {@link RegistryGroup}, whose name is not valid in textual pipelines. */
interface Named<T> {
  readonly owner: Owner;
  readonly value: T;
}

/**
 * Passes and named pipelines by name, with their owners. Registering the same definition again has no effect.
 * Registering a different definition under the same name is an error, even if the owner is the same. Names with control
 * characters are refused (PWC0106).
 */
export class PassRegistry<Op extends object = object> {
  readonly #entries = new Map<string, Entry<Op>>();
  readonly #analyses = new Map<string, Named<Analysis<Op, unknown>>>();
  readonly #groups = new Map<string, Named<RegistryGroup<Op>>>();

  /**
   * Registers a pass. If `pass` is a function, calls the function immediately, and registers the pass that it returns.
   *
   * @throws {@link UsageError} PWC0301 if the name belongs to another definition.
   */
  registerPass(pass: PassDefinition<Op> | (() => PassDefinition<Op>), owner: Owner): this {
    const definition = typeof pass === "function" ? pass() : pass;
    return this.#register(definition.declaration.name, { kind: "pass", definition, owner }, pass);
  }

  /**
   * Registers a named pipeline.
   *
   * @throws {@link UsageError} PWC0301 if the name belongs to another definition, PWC0302 for a name or an option that
   * a textual pipeline cannot contain.
   */
  registerPipeline(pipeline: NamedPipeline<Op>, owner: Owner): this {
    const problem = isElementName(pipeline.name)
      ? findBadSpec(pipeline.options ?? {})
      : `\`${pipeline.name}\` cannot be the name of a pipeline`;
    if (problem !== undefined) throw new UsageError(badPipeline(pipeline.name, problem, owner));
    return this.#register(pipeline.name, { kind: "pipeline", pipeline, owner }, pipeline);
  }

  /**
   * Registers an analysis.
   *
   * @throws {@link UsageError} PWC0301 if the name belongs to another analysis.
   */
  registerAnalysis(analysis: Analysis<Op, unknown>, owner: Owner): this {
    return this.#registerNamed(this.#analyses, "analysis", analysis, owner, (known) => known === analysis);
  }

  /**
   * Registers a group and all of its items. If one of the names belongs to another definition, does not register any
   * item.
   *
   * @throws {@link UsageError} PWC0301 for a name that belongs to another definition, PWC0302 for an invalid pipeline.
   */
  registerGroup(group: RegistryGroup<Op>, owner: Owner): this {
    const tried = new PassRegistry<Op>();
    for (const [name, entry] of this.#entries) tried.#entries.set(name, entry);
    for (const [name, entry] of this.#analyses) tried.#analyses.set(name, entry);
    for (const [name, entry] of this.#groups) tried.#groups.set(name, entry);
    tried.#registerNamed(tried.#groups, "group", group, owner, (known) => isSameGroup(known, group));
    for (const pass of group.passes ?? []) tried.registerPass(pass, owner);
    for (const pipeline of group.pipelines ?? []) tried.registerPipeline(pipeline, owner);
    for (const analysis of group.analyses ?? []) tried.registerAnalysis(analysis, owner);
    for (const [name, entry] of tried.#entries) this.#entries.set(name, entry);
    for (const [name, entry] of tried.#analyses) this.#analyses.set(name, entry);
    for (const [name, entry] of tried.#groups) this.#groups.set(name, entry);
    return this;
  }

  /**
   * @internal Parses a pipeline with the names in this registry. This function is a method, so that bundlers can leave
   * the parser out of programs without a registry.
   */
  parsePipeline(text: string): PipelineResult<Op> {
    return parsePipeline(text, this);
  }

  /** Returns the analysis registered under a name, or `undefined`. */
  findAnalysis(name: string): Analysis<Op, unknown> | undefined {
    return this.#analyses.get(name)?.value;
  }

  /** Returns the group registered under a name, or `undefined`. */
  findGroup(name: string): RegistryGroup<Op> | undefined {
    return this.#groups.get(name)?.value;
  }

  /** Returns all registered analyses, in alphabetical order. */
  analyses(): Analysis<Op, unknown>[] {
    return [...this.#analyses.values()]
      .map(({ value }) => value)
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  /** Returns the pass or pipeline registered under a name, or `undefined`. */
  find(name: string): Registered<Op> | undefined {
    return this.#entries.get(name)?.registered;
  }

  /** Returns all registered passes and pipelines by name, in alphabetical order. */
  entries(): (readonly [string, Registered<Op>])[] {
    return [...this.#entries]
      .map(([name, { registered }]) => [name, registered] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1));
  }

  /** Returns the registered name that is most similar to `wrong`, or `undefined` if none is similar. */
  suggest(wrong: string): string | undefined {
    return suggest(wrong, this.#entries.keys());
  }

  #register(name: string, registered: Registered<Op>, source: object): this {
    refuseHiddenNames(registered.kind, name, registered.owner);
    const existing = this.#entries.get(name);
    if (existing === undefined) this.#entries.set(name, { registered, source });
    else if (existing.source !== source && !isSame(existing.registered, registered))
      throw new UsageError(registeredTwice(name, existing.registered, registered));
    return this;
  }

  #registerNamed<T extends { readonly name: string }>(
    known: Map<string, Named<T>>,
    kind: string,
    value: T,
    owner: Owner,
    isSame: (known: T) => boolean,
  ): this {
    refuseHiddenNames(kind, value.name, owner);
    const existing = known.get(value.name);
    if (existing === undefined) known.set(value.name, { owner, value });
    else if (!isSame(existing.value))
      throw new UsageError(registeredTwice(value.name, { kind, owner: existing.owner }, { kind, owner }));
    return this;
  }
}

function refuseHiddenNames(kind: string, name: string, owner: Owner): void {
  refuseControlCharacters("registry", [
    [kind, name],
    ["owner", owner.name],
    ["version", owner.version],
  ]);
}

function isSame<Op extends object>(left: Registered<Op>, right: Registered<Op>): boolean {
  if (left.kind === "pass") return right.kind === "pass" && left.definition === right.definition;
  return right.kind === "pipeline" && left.pipeline === right.pipeline;
}

/** Returns whether two groups have the same contents. The groups can be different objects. */
function isSameGroup<Op extends object>(left: RegistryGroup<Op>, right: RegistryGroup<Op>): boolean {
  return (["passes", "pipelines", "analyses"] as const).every((key) => {
    const [ours, theirs]: readonly (readonly unknown[])[] = [left[key] ?? [], right[key] ?? []];
    return ours?.length === theirs?.length && ours?.every((one, index) => one === theirs?.[index]) === true;
  });
}

function isSameOwner(left: Owner, right: Owner): boolean {
  return left.name === right.name && left.version === right.version;
}

function badPipeline(name: string, problem: string, owner: Owner): Diagnostic {
  const help = "use letters, digits, `-`, `_` and `.` in names, and defaults that can be written as `name=value`";
  return errorDiagnostic("PWC0302", `named pipeline \`${name}\`: ${problem}`, help, { plugin: ownerText(owner) });
}

/** Owner and kind of a registered item. Shown in the error about a name that is registered twice. */
interface Claim {
  readonly kind: string;
  readonly owner: Owner;
}

function registeredTwice(name: string, first: Claim, second: Claim): Diagnostic {
  const help = isSameOwner(first.owner, second.owner)
    ? [`rename one of the two; if ${ownerText(first.owner)} is installed twice, run \`npm dedupe\``]
    : [`remove one of the two plugins, or ask an author to rename \`${name}\``];
  return errorDiagnostic("PWC0301", `\`${name}\` is registered twice`, help, {
    plugin: ownerText(second.owner),
    notes: [
      `first registered as ${withArticle(first.kind)} by ${ownerText(first.owner)}`,
      `registered again as ${withArticle(second.kind)} by ${ownerText(second.owner)}`,
    ],
  });
}

function withArticle(kind: string): string {
  return `${kind.startsWith("a") ? "an" : "a"} ${kind}`;
}
