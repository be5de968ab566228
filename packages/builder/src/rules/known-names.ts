import type { PassCatalogue } from "../catalogue.ts";
import { NameList } from "../errors/name-list.ts";
import type { Contribution } from "../contributions/contribution.ts";
import { passesByBundle } from "../steps/bundle.ts";
import { PassType, typeKeys, UNKNOWN_TYPES } from "../steps/pass-type.ts";
import type { Selector } from "./rule.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";

/**
 * State of a name. `there`: in the pipeline. `elsewhere`: in the pipeline only for a different choice of target, level
 * or options. `point`: an extension point. `bundle`: a bundle in the pipeline. `absent`: declared but not in the
 * pipeline. `unknown`: probably mistyped.
 */
export type Presence = "there" | "elsewhere" | "point" | "bundle" | "absent" | "unknown";

/** Known names: the names in a pipeline, and the declared names. Rules and overrides must contain only known names. */
export class KnownNames<Op extends object> {
  readonly #basePipeline: BasePipeline;
  readonly #catalogue: PassCatalogue<Op>;
  /** Contributed passes, and passes that the pipeline contains only for a different choice. */
  readonly #passes = new Map<string, Presence>();
  /** States of types by key. Keys ignore case. If a subtype is added, its supertypes are also added. */
  readonly #types = new Map<string, Presence>();
  readonly #typeNames = new Set<string>();
  readonly bundles: ReadonlyMap<string, readonly string[]>;
  #lists: { readonly passes: NameList; readonly types: NameList } | undefined;

  constructor(basePipeline: BasePipeline, catalogue: PassCatalogue<Op>, contributions: readonly Contribution[]) {
    this.#basePipeline = basePipeline;
    const added = contributions.map(({ bundle, pass: { name } }) => ({ bundle, name }));
    this.bundles = passesByBundle([...basePipeline.steps, ...added]);
    this.#catalogue = catalogue;
    this.addTypes(Object.values(PassType), "absent");
  }

  /** Adds a pass. Passes in the pipeline must be added first, because the state of a name does not change. */
  add(pass: string, types: readonly string[], presence: Presence): void {
    if (!this.#passes.has(pass)) this.#passes.set(pass, presence);
    this.addTypes(types, presence);
  }

  addTypes(types: readonly string[] = UNKNOWN_TYPES, presence: Presence = "there"): void {
    for (const type of types)
      for (const key of typeKeys([type])) {
        const known = this.#types.get(key);
        if (known === undefined || known === "absent") this.#types.set(key, presence);
        if (known === undefined) this.#typeNames.add(type);
      }
  }

  presenceOf(selector: Selector): Presence {
    if ("type" in selector) return this.#types.get(selector.type.toLowerCase()) ?? "unknown";
    const { pass } = selector;
    if (this.#basePipeline.hasPass(pass)) return "there";
    const presence = this.#passes.get(pass);
    if (presence !== undefined) return presence;
    if (this.#basePipeline.point(pass) !== undefined) return "point";
    // A rule can name a pass by the address that the pass would have: `plugin::pass`.
    const [name = pass, owner] = pass.split("::").reverse();
    const found = this.#catalogue.find(name);
    if (found !== undefined && (owner ?? found.owner.name) === found.owner.name) return "absent";
    return this.bundles.has(pass) ? "bundle" : "unknown";
  }

  isType(name: string): boolean {
    return this.#typeNames.has(name);
  }

  /** Returns the known name that is most similar to an unknown name. Must be called after all names were added. */
  similarTo(selector: Selector): string | undefined {
    const { passes, types } = (this.#lists ??= {
      passes: new NameList(this.#passNames()),
      types: new NameList(this.#typeNames),
    });
    return "type" in selector ? types.similarTo(selector.type) : passes.similarTo(selector.pass);
  }

  #passNames(): string[] {
    const declared = [...this.#catalogue.declarations].map(({ name }) => name);
    return [...this.#basePipeline.passNames, ...this.#passes.keys(), ...declared];
  }
}
