import { errorDiagnostic, ownerText, PassRegistry, suggest } from "@passwright/core";
import type {
  Diagnostic,
  GroupDeclaration,
  GroupDefinition,
  NamedPipeline,
  OptionSpecs,
  Owner,
  PassDeclaration,
  PassDefinition,
} from "@passwright/core";
import { checkNamesIn } from "./check/check-names.ts";
import { by, getOrMake, pushTo } from "./maps.ts";

/** Declared pass. Contains the code of the pass if this code is loaded. */
export interface CataloguedPass<Op extends object> {
  /** Declaration of the pass. */
  readonly declaration: PassDeclaration;
  /** Framework or plugin that provides the pass. */
  readonly owner: Owner;
  /** Code of the pass. Absent if the pass is known only from a manifest. */
  readonly definition?: PassDefinition<Op>;
  /** Options from a manifest. */
  readonly options?: OptionSpecs;
  /** Name of the named pipeline from which the pass was added. Absent for other passes. */
  readonly pipeline?: string;
}

/** Named pipeline, with its owner. */
export interface CataloguedPipeline<Op extends object> {
  /** Named pipeline: passes that a textual pipeline can use under one name. */
  readonly pipeline: NamedPipeline<Op>;
  /** Framework or plugin that provides the pipeline. */
  readonly owner: Owner;
}

/** Returns the options that the code of a pass declares. Without code, returns the options in the manifest. */
export function specsOf<Op extends object>(pass: CataloguedPass<Op> | undefined): OptionSpecs | undefined {
  return pass?.definition?.options ?? pass?.options;
}

/** Passes that pipelines can contain, by name. Planning needs only the declarations of the passes. */
export class PassCatalogue<Op extends object = object> {
  /** Groups that the framework declares, by name. A group contains its code if this code is loaded. */
  readonly groups: Map<string, GroupDeclaration | GroupDefinition<Op>>;
  readonly #base: PassCatalogue<Op> | undefined;
  readonly #passes = new Map<string, CataloguedPass<Op>>();
  /** Named pipelines, by name. If several owners use the same name, the name has several entries. */
  readonly #pipelines = new Map<string, CataloguedPipeline<Op>[]>();
  /** For each name that was added more than once: the passes with this name, by owner. */
  readonly #claims = new Map<string, Map<string, CataloguedPass<Op>[]>>();
  /** Names in `#claims` with several owners, or with different passes of one owner. */
  readonly #contested = new Set<string>();
  /** Groups with code, by name. Each group maps to the owner that added this group first. */
  readonly #groupClaims: Map<string, Map<GroupDeclaration, string>>;

  /** Creates an empty catalogue, or a catalogue that extends `base`, which can have several extensions. */
  constructor(base?: PassCatalogue<Op>) {
    this.#base = base;
    this.groups = new Map(base?.groups);
    this.#groupClaims = new Map([...(base?.groupClaims ?? [])].map(([name, claims]) => [name, new Map(claims)]));
  }

  /**
   * Adds a group of the framework, with or without its code. If groups with different code have the same name, the
   * catalogue keeps the first group with code, and {@link clashes} contains an error.
   */
  addGroup(group: GroupDeclaration | GroupDefinition<Op>, owner: Owner): void {
    const existing = this.groups.get(group.name);
    if (existing === undefined || !("run" in existing)) this.groups.set(group.name, group);
    this.#claimGroup(group, ownerText(owner));
  }

  #claimGroup(group: GroupDeclaration, owner: string): void {
    if (!("run" in group)) return;
    const claims = getOrMake(this.#groupClaims, group.name, () => new Map<GroupDeclaration, string>());
    if (!claims.has(group)) claims.set(group, owner);
  }

  /**
   * Adds `pass` to the catalogue. If the catalogue contains the same pass without code, adds the code to that pass.
   * Several owners can add the same pass. If different passes have the same name, the catalogue keeps the first pass,
   * and {@link clashes} contains an error.
   *
   * @throws UsageError PWB0305 if the argument is not a pass, PWC0106 for a name with a control character.
   */
  add(pass: CataloguedPass<Op>): void {
    const { name } = pass.declaration;
    const group = pass.definition?.group;
    if (group !== undefined) this.#claimGroup(group, `${ownerText(pass.owner)}, for pass \`${name}\``);
    const existing = this.find(name);
    // Names are checked only once per declaration, because every use of a pass adds the pass again.
    if (existing?.declaration !== pass.declaration) checkNamesIn("catalogue.add", "pass", pass.declaration);
    checkNamesIn("catalogue.add", "owner", pass.owner);
    if (existing === undefined) {
      this.#passes.set(name, pass);
      return;
    }
    this.#claim(existing, pass);
    const { definition } = pass;
    if (existing.definition === undefined && definition !== undefined && isSame(existing, pass))
      this.#passes.set(name, { ...existing, definition });
  }

  #claim(first: CataloguedPass<Op>, pass: CataloguedPass<Op>): void {
    const { name } = pass.declaration;
    let claims = this.#claims.get(name);
    if (claims === undefined) {
      this.#claims.set(name, (claims = new Map<string, CataloguedPass<Op>[]>()));
      const known = this.#base?.claimsOn(name) ?? [];
      for (const claim of known.length > 0 ? known : [first]) pushTo(claims, ownerText(claim.owner), claim);
    }
    const own = getOrMake(claims, ownerText(pass.owner), () => []);
    const { definition } = pass;
    const at = own.findIndex(
      (claim) => claim.definition === undefined || definition === undefined || claim.definition === definition,
    );
    const claim = own[at];
    if (claim === undefined) own.push(pass);
    else if (claim.definition === undefined && definition !== undefined) own[at] = { ...claim, definition };
    if (claims.size > 1 || own.length > 1) this.#contested.add(name);
  }

  /**
   * Adds a named pipeline, which can be used like a pass. If a different pipeline or a pass has the same name, {@link
   * clashes} contains an error.
   *
   * @throws UsageError PWB0305 if the argument is not a named pipeline, PWC0106 and PWC0302 for names that pipelines
   * cannot have.
   */
  addPipeline(named: CataloguedPipeline<Op>): void {
    const { name } = named.pipeline;
    // Registers the pipeline in a temporary registry, which checks the name and the options.
    new PassRegistry<Op>().registerPipeline(named.pipeline, named.owner);
    const known = this.#pipelines.get(name) ?? [];
    if (!known.some(({ pipeline }) => pipeline === named.pipeline)) this.#pipelines.set(name, [...known, named]);
  }

  /** Returns the named pipeline `name`, or `undefined`. */
  findPipeline(name: string): CataloguedPipeline<Op> | undefined {
    return this.pipelinesOf(name)[0];
  }

  /** Returns all named pipelines in alphabetical order. */
  get pipelines(): readonly CataloguedPipeline<Op>[] {
    return [...this.pipelineNames].sort().flatMap((name) => this.findPipeline(name) ?? []);
  }

  /** @internal All pipelines with this name. */
  pipelinesOf(name: string): readonly CataloguedPipeline<Op>[] {
    return [...(this.#base?.pipelinesOf(name) ?? []), ...(this.#pipelines.get(name) ?? [])];
  }

  /** @internal */
  get pipelineNames(): ReadonlySet<string> {
    return new Set([...(this.#base?.pipelineNames ?? []), ...this.#pipelines.keys()]);
  }

  /** @internal Passes with this name, of all owners, if the name was added more than once. */
  claimsOn(name: string): readonly CataloguedPass<Op>[] {
    const claims = this.#claims.get(name);
    return claims === undefined ? (this.#base?.claimsOn(name) ?? []) : [...claims.values()].flat();
  }

  /** @internal Names that several owners use, or that one owner uses for different passes. */
  get contested(): ReadonlySet<string> {
    return new Set([...(this.#base?.contested ?? []), ...this.#contested]);
  }

  /**
   * Errors (PWB0001) for names that different passes, pipelines or groups share, one error per name. The errors do not
   * depend on load order.
   */
  get clashes(): readonly Diagnostic[] {
    const pipelines = [...this.pipelineNames].sort().flatMap((name) => this.#clashesOfPipeline(name));
    const help = ["remove one of the packages", "if one package is installed twice, run `npm dedupe`"];
    const groups = [...this.#groupClaims].flatMap(([name, claims]) => {
      const notes = [...claims.values()].map((owner) => `defined by ${owner}`);
      return notes.length < 2 ? [] : [sharedName(name, "groups", notes, help)];
    });
    return [...pipelines, ...groups, ...this.#clashesOfPasses];
  }

  /** @internal */
  get groupClaims(): ReadonlyMap<string, ReadonlyMap<GroupDeclaration, string>> {
    return this.#groupClaims;
  }

  #clashesOfPipeline(name: string): Diagnostic[] {
    const pass = this.find(name);
    const notes = [
      ...this.pipelinesOf(name).map(({ owner }) => `defined as a named pipeline of ${ownerText(owner)}`),
      ...(pass === undefined ? [] : [`defined as a pass of ${ownerText(pass.owner)}`]),
    ];
    return notes.length < 2 ? [] : [sharedName(name, "things", notes, "remove or rename one of these definitions")];
  }

  get #clashesOfPasses(): readonly Diagnostic[] {
    return [...this.contested].sort().flatMap((name) => {
      const rivals = this.claimsOn(name);
      return areSame(rivals) ? [] : [definedTwice(name, rivals)];
    });
  }

  /**
   * Owners of passes whose names are not unique and whose code is not loaded. Only the code shows whether passes with
   * equal declarations are the same pass.
   */
  get doubtful(): readonly Owner[] {
    return [...this.contested].flatMap((name) =>
      this.claimsOn(name).flatMap(({ definition, owner }) => (definition === undefined ? [owner] : [])),
    );
  }

  /** Returns the pass with the name `name`, or `undefined`. */
  find(name: string): CataloguedPass<Op> | undefined {
    const own = this.#passes.get(name);
    return own?.definition === undefined ? (this.#base?.find(name) ?? own) : own;
  }

  get #names(): Iterable<string> {
    if (this.#base === undefined) return this.#passes.keys();
    return new Set([...[...this.#base.declarations].map(({ name }) => name), ...this.#passes.keys()]);
  }

  /** Declarations of all passes, by name. */
  get declarations(): Iterable<PassDeclaration> {
    return this.entries().map(({ declaration }) => declaration);
  }

  /** Returns all passes in alphabetical order. */
  entries(): CataloguedPass<Op>[] {
    return [...this.#names].sort().map((name) => this.find(name) as CataloguedPass<Op>);
  }

  /** Returns the adapter of the IR `name`. Returns `undefined` if no conversion to this IR has loaded code. */
  irOf(name: string): PassDefinition<Op>["leaves"] {
    return this.entries().find(({ definition }) => definition?.leaves?.name === name)?.definition?.leaves;
  }

  /** Returns the known name that is most similar to an unknown name, or `undefined` if no name is similar. */
  suggest(wrong: string): string | undefined {
    return suggest(wrong, [...this.#names, ...this.pipelineNames]);
  }
}

function isSame<Op extends object>(left: CataloguedPass<Op>, right: CataloguedPass<Op>): boolean {
  return ownerText(left.owner) === ownerText(right.owner) || areSame([left, right]);
}

/**
 * Returns whether all entries are the same pass. Entries with the same code are the same pass. If some entries do not
 * have code, equal declarations are sufficient. Equal declarations with different code are different passes.
 */
function areSame<Op extends object>(rivals: readonly CataloguedPass<Op>[]): boolean {
  const definitions = new Set(rivals.map(({ definition }) => definition));
  if (!definitions.has(undefined)) return definitions.size === 1;
  if (definitions.size > 2) return false;
  return areAlike(rivals);
}

function areAlike<Op extends object>(rivals: readonly CataloguedPass<Op>[]): boolean {
  const haveCode = rivals.every(({ definition }) => definition !== undefined);
  const declared = rivals.map(({ declaration, definition }) => [
    canonical(definition?.declaration ?? declaration),
    ...(haveCode ? Object.keys(definition?.options ?? {}).sort() : []),
  ]);
  return new Set(declared.map(String)).size === 1;
}

/** Formats a declaration for comparisons, without descriptions, which can differ between versions of a package. */
function canonical({ summary: _s, description: _d, displayName: _n, ...declaration }: PassDeclaration): string {
  return JSON.stringify(Object.entries(declaration).sort(by(([key]) => key)));
}

function definedTwice<Op extends object>(name: string, rivals: readonly CataloguedPass<Op>[]): Diagnostic {
  // The owners are sorted, so that the message does not depend on load order.
  const owners = rivals.map(({ owner }) => ownerText(owner)).sort();
  const count = countText(owners);
  const areOwners = new Set(owners).size === owners.length;
  const subject = areOwners
    ? `${count} packages declare pass \`${name}\``
    : `${count} different passes are named \`${name}\``;
  const twin = areOwners
    ? "these definitions might come from two copies of one package"
    : "`definePass` was called for each";
  const help = areOwners
    ? helpForOwners(name, owners.length === 2, areAlike(rivals))
    : `rename one of the passes, or call \`definePass\` for \`${name}\` only once and add the result several times`;
  const notes = owners.map((owner) => `declared by ${owner}`);
  if (areAlike(rivals)) notes.push(`the declarations are the same, but the code differs: ${twin}`);
  return errorDiagnostic("PWB0001", subject, help, { notes });
}

function helpForOwners(name: string, areTwo: boolean, mayBeCopies: boolean): (string | undefined)[] {
  return [
    `remove ${areTwo ? "one" : "all but one"} of the packages, or ask the author${areTwo ? "" : "s"} to rename \`${name}\``,
    mayBeCopies ? "if one package is installed twice, run `npm dedupe`" : undefined,
  ];
}

const countText = ({ length }: readonly unknown[]): string => (length === 2 ? "two" : String(length));

/** Makes the error for a name of several pipelines, passes or groups. `notes` describe these definitions. */
function sharedName(
  name: string,
  what: string,
  notes: readonly string[],
  help: string | readonly string[],
): Diagnostic {
  const message = `\`${name}\` is the name of ${countText(notes)} different ${what}`;
  return errorDiagnostic("PWB0001", message, help, { notes: notes.toSorted() });
}
