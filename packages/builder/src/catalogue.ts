import {
  type Diagnostic,
  type OptionSpecs,
  type Owner,
  ownerText,
  type PassDeclaration,
  type PassDefinition,
  SimilarNames,
} from "@passwright/core";

/** A pass that somebody declared, and its code where that is loaded. */
export interface CataloguedPass<Op extends object> {
  readonly declaration: PassDeclaration;
  readonly owner: Owner;
  readonly definition?: PassDefinition<Op>;
  /** Its options as a manifest declares them. */
  readonly options?: OptionSpecs;
}

/** The options of a pass as its code has them, else as a manifest declares them. */
export function specsOf<Op extends object>(pass: CataloguedPass<Op> | undefined): OptionSpecs | undefined {
  return pass?.definition?.options ?? pass?.options;
}

/**
 * All passes that a pipeline may be built from, by name. A declaration is enough to plan with; code may follow, or never
 * come, when the plan is only looked at or printed for another program.
 */
export class PassCatalogue<Op extends object = object> {
  readonly #passes = new Map<string, CataloguedPass<Op>>();
  #similar: SimilarNames | undefined;
  /** What several owners say of a name, an entry for each owner, with its code where that is there. */
  readonly #rivals = new Map<string, Map<string, CataloguedPass<Op>>>();

  /**
   * Adds a pass, or its code to a declaration that is there. The same pass may come from several parties: a framework that
   * uses a plugin's pass in its own pipeline adds it too. Different passes of one name are one of the {@link clashes}; the
   * first one stays.
   */
  add(pass: CataloguedPass<Op>): void {
    const { declaration, definition, owner } = pass;
    const { name } = declaration;
    const existing = this.#passes.get(name);
    if (existing === undefined) {
      this.#passes.set(name, pass);
      this.#similar = undefined;
      return;
    }
    if (ownerText(existing.owner) !== ownerText(owner) || this.#rivals.has(name)) this.#addRival(existing, pass);
    if (existing.definition === undefined && definition !== undefined && isSame(existing, pass))
      this.#passes.set(name, { ...existing, definition });
  }

  #addRival(first: CataloguedPass<Op>, pass: CataloguedPass<Op>): void {
    const { declaration, definition, owner } = pass;
    const rivals = this.#rivals.get(declaration.name) ?? new Map([[ownerText(first.owner), first]]);
    const known = rivals.get(ownerText(owner)) ?? pass;
    rivals.set(ownerText(owner), known.definition === undefined && definition ? { ...known, definition } : known);
    this.#rivals.set(declaration.name, rivals);
  }

  /** Different passes of one name by several owners: an error (PWB0001) for each such name, the same whoever came first. */
  get clashes(): readonly Diagnostic[] {
    return [...this.#rivals.keys()].sort().flatMap((name) => {
      const rivals = [...(this.#rivals.get(name) as Map<string, CataloguedPass<Op>>).values()];
      return areSame(rivals) ? [] : [declaredTwice(name, rivals)];
    });
  }

  /**
   * Owners that declare a pass as somebody else does, and whose code is not there: only the code tells whether it is the
   * same pass, or another one of the same name.
   */
  get doubtful(): readonly Owner[] {
    return [...this.#rivals.values()].flatMap((rivals) =>
      [...rivals.values()].filter(({ definition }) => definition === undefined).map(({ owner }) => owner),
    );
  }

  find(name: string): CataloguedPass<Op> | undefined {
    return this.#passes.get(name);
  }

  /** What all passes declare, in no order that means anything. */
  get declarations(): Iterable<PassDeclaration> {
    return [...this.#passes.values()].map(({ declaration }) => declaration);
  }

  /** All passes in alphabetical order of their names. */
  entries(): CataloguedPass<Op>[] {
    return [...this.#passes.values()].sort((left, right) => (left.declaration.name < right.declaration.name ? -1 : 1));
  }

  suggest(wrong: string): string | undefined {
    return (this.#similar ??= new SimilarNames(this.#passes.keys())).similarTo(wrong);
  }
}

/**
 * The same owner, the same code, or two declarations that say the same where the code of one is not there. What is declared
 * alike and defined twice is two passes: each step would have to run the code of its own owner.
 */
function isSame<Op extends object>(left: CataloguedPass<Op>, right: CataloguedPass<Op>): boolean {
  return ownerText(left.owner) === ownerText(right.owner) || areSame([left, right]);
}

/** Whether several owners mean one pass: any two of them do. */
function areSame<Op extends object>(rivals: readonly CataloguedPass<Op>[]): boolean {
  const definitions = new Set(rivals.map(({ definition }) => definition));
  if (!definitions.has(undefined)) return definitions.size === 1;
  if (definitions.size > 2) return false;
  return new Set(rivals.map(({ declaration }) => canonical(declaration))).size === 1;
}

function canonical(declaration: PassDeclaration): string {
  return JSON.stringify(Object.entries(declaration).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function declaredTwice<Op extends object>(name: string, rivals: readonly CataloguedPass<Op>[]): Diagnostic {
  // Sorted, so that the message does not tell who was loaded first.
  const sorted = rivals.map(({ owner }) => ownerText(owner)).sort();
  const areTwo = sorted.length === 2;
  const areAlike = new Set(rivals.map(({ declaration }) => canonical(declaration))).size === 1;
  const twice = {
    message: "they say the same of it, and run different code: two passes, or two copies of one package",
  };
  return {
    code: "PWB0001",
    severity: "error",
    message: `${areTwo ? "two" : sorted.length} owners declare a pass \`${name}\``,
    notes: [
      ...sorted.map((owner, index) => ({ message: `${areTwo && index === 1 ? "the other" : "one"} is ${owner}` })),
      ...(areAlike ? [twice] : []),
    ],
    help: [
      `leave ${areTwo ? "one of the two" : "all but one"} out, or ask ${areTwo ? "one of the" : "the"} authors to rename \`${name}\``,
      ...(areAlike ? ["if it is one package that is installed twice: `npm dedupe`"] : []),
    ],
  };
}
