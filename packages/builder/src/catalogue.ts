import { type Diagnostic, type Owner, type PassDeclaration, type PassDefinition, suggest } from "@passwright/core";

/** A pass that somebody declared, and its code where that is loaded. */
export interface CataloguedPass<Op extends object> {
  readonly declaration: PassDeclaration;
  readonly owner: Owner;
  readonly definition?: PassDefinition<Op>;
}

/**
 * All passes that a pipeline may be built from, by name. A declaration is enough to plan with; code may follow, or never
 * come, when the plan is only looked at or printed for another program.
 */
export class PassCatalogue<Op extends object = object> {
  readonly #passes = new Map<string, CataloguedPass<Op>>();

  /**
   * Adds a pass, or its code to a declaration that is there. The same pass may come from several parties: a framework that
   * uses a plugin's pass in its own pipeline adds it too. Two different passes of one name are an error (PWB0001), answered
   * and not thrown; the first one stays.
   */
  add(pass: CataloguedPass<Op>): Diagnostic | undefined {
    const { name } = pass.declaration;
    const existing = this.#passes.get(name);
    if (existing !== undefined && !isSame(existing, pass)) return twice(name, existing.owner, pass.owner);
    const definition = existing?.definition ?? pass.definition;
    this.#passes.set(name, { ...(existing ?? pass), ...(definition === undefined ? {} : { definition }) });
    return undefined;
  }

  find(name: string): CataloguedPass<Op> | undefined {
    return this.#passes.get(name);
  }

  /** All passes in alphabetical order of their names. */
  entries(): CataloguedPass<Op>[] {
    return [...this.#passes.values()].sort((left, right) => (left.declaration.name < right.declaration.name ? -1 : 1));
  }

  suggest(wrong: string): string | undefined {
    return suggest(wrong, this.#passes.keys());
  }
}

/** The same owner, the same code, or two declarations that say the same. */
function isSame<Op extends object>(left: CataloguedPass<Op>, right: CataloguedPass<Op>): boolean {
  if (left.owner.name === right.owner.name && left.owner.version === right.owner.version) return true;
  if (left.definition !== undefined && left.definition === right.definition) return true;
  return canonical(left.declaration) === canonical(right.declaration);
}

function canonical(declaration: PassDeclaration): string {
  return JSON.stringify(Object.entries(declaration).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function twice(name: string, first: Owner, second: Owner): Diagnostic {
  const text = (owner: Owner): string => (owner.version === undefined ? owner.name : `${owner.name} ${owner.version}`);
  // Sorted, so that the message does not tell who was loaded first.
  const [one, other] = [text(first), text(second)].sort();
  return {
    code: "PWB0001",
    severity: "error",
    message: `two owners declare a pass \`${name}\``,
    notes: [{ message: `one is ${one}` }, { message: `the other is ${other}` }],
    help: [`leave one of the two out, or ask one of the authors to rename \`${name}\``],
  };
}
