import { refuseControlCharacters } from "./check-definition.ts";
import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { isElementName } from "./element-name.ts";
import { findBadSpec } from "./options/options.ts";
import type { Analysis } from "./analysis.ts";
import { isPassDefinition } from "./pass.ts";
import type { PassDefinition, PipelineResult } from "./pass.ts";
import { ownerText } from "./registered.ts";
import type { NamedPipeline, Owner, Registered } from "./registered.ts";
import { shown } from "./requirement.ts";
import { suggest } from "./suggest.ts";
import { parsePipeline } from "./text/build-pipeline.ts";

/** Passes, pipelines and analyses that are registered with one call, like `registerTransformsPasses` in MLIR. */
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

/** Owner and kind of a registered item. Shown in the error about a name that is registered twice. */
interface Claim {
  readonly kind: string;
  readonly owner: Owner;
}

interface Entry<C extends Claim, S extends object> {
  readonly claim: C;
  readonly source: S;
}

/**
 * Passes and named pipelines by name, with their owners. Registering a different definition under a known name is an
 * error, even for the same owner. Names with control characters are refused (PWC0106).
 */
export class PassRegistry<Op extends object = object> {
  /** Passes and pipelines. A separate table, because textual pipelines do not contain the names of other items. */
  readonly #entries = new Map<string, Entry<Registered<Op>, object>>();
  readonly #analyses = new Map<string, Entry<Claim, Analysis<Op, unknown>>>();
  readonly #groups = new Map<string, Entry<Claim, RegistryGroup<Op>>>();

  /**
   * Registers a pass. If `pass` is a function, calls the function immediately, and registers the pass that it returns.
   *
   * @throws {@link UsageError} PWC0301 if the name belongs to another definition, PWC0105 if `pass` is not a definition,
   * for example because it is an instance.
   */
  registerPass(pass: PassDefinition<Op> | (() => PassDefinition<Op>), owner: Owner): this {
    const definition = typeof pass === "function" ? pass() : pass;
    if (!isPassDefinition(definition)) throw new UsageError(notPass(definition, owner));
    const claim = { kind: "pass", definition, owner } as const;
    return this.#register(this.#entries, definition.declaration.name, claim, pass, ({ claim: known }) => {
      return known.kind === "pass" && known.definition === definition;
    });
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
    return this.#register(this.#entries, pipeline.name, { kind: "pipeline", pipeline, owner }, pipeline);
  }

  /** Registers an analysis. @throws {@link UsageError} PWC0301 if the name belongs to another analysis. */
  registerAnalysis(analysis: Analysis<Op, unknown>, owner: Owner): this {
    return this.#register(this.#analyses, analysis.name, { kind: "analysis", owner }, analysis);
  }

  /**
   * Registers a group and all of its items. If one of the names belongs to another definition, does not register any
   * item.
   *
   * @throws {@link UsageError} PWC0301 for a name that belongs to another definition, PWC0302 for an invalid pipeline.
   */
  registerGroup(group: RegistryGroup<Op>, owner: Owner): this {
    const tried = new PassRegistry<Op>();
    tried.#addAll(this);
    const claim = { kind: "group", owner };
    tried.#register(tried.#groups, group.name, claim, group, ({ source }) => isSameGroup(source, group));
    for (const pass of group.passes ?? []) tried.registerPass(pass, owner);
    for (const pipeline of group.pipelines ?? []) tried.registerPipeline(pipeline, owner);
    for (const analysis of group.analyses ?? []) tried.registerAnalysis(analysis, owner);
    this.#addAll(tried);
    return this;
  }

  /** @internal Parses a pipeline. Bundlers leave out the parser if a program does not use a registry. */
  parsePipeline(text: string): PipelineResult<Op> {
    return parsePipeline(text, this);
  }

  /** Returns the analysis registered under a name, or `undefined`. */
  findAnalysis(name: string): Analysis<Op, unknown> | undefined {
    return this.#analyses.get(name)?.source;
  }

  /** Returns the group registered under a name, or `undefined`. */
  findGroup(name: string): RegistryGroup<Op> | undefined {
    return this.#groups.get(name)?.source;
  }

  /** Returns all registered analyses, in alphabetical order. */
  analyses(): Analysis<Op, unknown>[] {
    return [...this.#analyses.values()]
      .map(({ source }) => source)
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  /** Returns the pass or pipeline registered under a name, or `undefined`. */
  find(name: string): Registered<Op> | undefined {
    return this.#entries.get(name)?.claim;
  }

  /** Returns all registered passes and pipelines by name, in alphabetical order. */
  entries(): (readonly [string, Registered<Op>])[] {
    return [...this.#entries]
      .map(([name, { claim }]) => [name, claim] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1));
  }

  /** Returns the registered name that is most similar to `wrong`, or `undefined` if none is similar. */
  suggest(wrong: string): string | undefined {
    return suggest(wrong, this.#entries.keys());
  }

  #addAll(other: PassRegistry<Op>): void {
    for (const [name, entry] of other.#entries) this.#entries.set(name, entry);
    for (const [name, entry] of other.#analyses) this.#analyses.set(name, entry);
    for (const [name, entry] of other.#groups) this.#groups.set(name, entry);
  }

  #register<C extends Claim, S extends object>(
    table: Map<string, Entry<C, S>>,
    name: string,
    claim: C,
    source: S,
    isSame: (known: Entry<C, S>) => boolean = () => false,
  ): this {
    const { kind, owner } = claim;
    refuseControlCharacters("registry", [
      [kind, name],
      ["owner", owner.name],
      ["version", owner.version],
    ]);
    const existing = table.get(name);
    if (existing === undefined) table.set(name, { claim, source });
    else if (existing.source !== source && !isSame(existing))
      throw new UsageError(registeredTwice(name, existing.claim, claim));
    return this;
  }
}

/** Returns whether two groups have the same contents. The groups can be different objects. */
function isSameGroup<Op extends object>(left: RegistryGroup<Op>, right: RegistryGroup<Op>): boolean {
  return (["passes", "pipelines", "analyses"] as const).every((key) => {
    const [ours, theirs]: readonly (readonly unknown[])[] = [left[key] ?? [], right[key] ?? []];
    return ours?.length === theirs?.length && ours?.every((one, index) => one === theirs?.[index]) === true;
  });
}

function notPass(found: unknown, owner: Owner): Diagnostic {
  const message = `\`registerPass\` requires a pass definition, not ${shown(found)}`;
  return errorDiagnostic("PWC0105", message, "register the result of `definePass`", { plugin: ownerText(owner) });
}

function badPipeline(name: string, problem: string, owner: Owner): Diagnostic {
  const help = "use letters, digits, `-`, `_` and `.` in names, and defaults that can be written as `name=value`";
  return errorDiagnostic("PWC0302", `named pipeline \`${name}\`: ${problem}`, help, { plugin: ownerText(owner) });
}

function registeredTwice(name: string, first: Claim, second: Claim): Diagnostic {
  const isSame = first.owner.name === second.owner.name && first.owner.version === second.owner.version;
  const help = isSame
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
