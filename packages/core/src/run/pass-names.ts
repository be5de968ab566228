import { errorDiagnostic } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { OpPassManager, Pass } from "../pass.ts";
import { ownerText } from "../registered.ts";
import type { PassRegistry } from "../registry.ts";

type Registrations<Op extends object> = Pick<PassRegistry<Op>, "find">;

/** Definition of a pass, with the manager in which the pass was found. */
export interface Meaning {
  readonly definition: object;
  readonly place: string;
}

/** Definitions of the passes in one run. Each name must have one definition, because texts and reports use names. */
export class PassNames<Op extends object> {
  readonly #registry: Registrations<Op> | undefined;
  readonly #meanings = new Map<string, Meaning>();
  readonly #known: ReadonlyMap<string, Meaning> | undefined;

  /** Creates an empty set. {@link add} also compares names with a registry and with `known`. */
  constructor(registry: Registrations<Op> | undefined, known?: ReadonlyMap<string, Meaning>) {
    this.#registry = registry;
    this.#known = known;
  }

  /** Definitions that were added so far. */
  get meanings(): ReadonlyMap<string, Meaning> {
    return this.#meanings;
  }

  /** Adds the passes of a manager, which `where` describes. Returns PWC0303 if a name has two definitions. */
  add(manager: OpPassManager<Op>, where?: string): Diagnostic | undefined {
    const place = where ?? `in \`${manager.anchorText}\``;
    for (const element of manager.elements) {
      const problem = element.kind === "nested" ? this.add(element.manager, where) : this.addPass(element.pass, place);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** Adds one pass. Returns the same errors as {@link add}. */
  addPass(
    { definition, declaration: { name } }: Pick<Pass<Op>, "definition" | "declaration">,
    where: string,
  ): Diagnostic | undefined {
    const known = this.#meanings.get(name) ?? this.#known?.get(name);
    if (known?.definition === definition) return undefined;
    const registered = this.#registry?.find(name);
    const owner = registered?.kind === "pass" ? `registered by ${ownerText(registered.owner)}` : undefined;
    const isRegistered = registered?.kind === "pass" && registered.definition === definition;
    const place = isRegistered ? `${where}, ${owner}` : where;
    const other = known?.place ?? (isRegistered ? undefined : owner);
    if (other !== undefined) return twoDefinitions(name, other, place);
    this.#meanings.set(name, { definition, place });
    return undefined;
  }
}

function twoDefinitions(name: string, first: string, second: string): Diagnostic {
  const message = `the pipeline contains two different passes named \`${name}\``;
  const help = `rename one of the passes, or use one definition of \`${name}\` for both`;
  return errorDiagnostic("PWC0303", message, help, { notes: [`first pass: ${first}`, `second pass: ${second}`] });
}
