import { suggest } from "@passwright/core";
import type { PassCatalogue } from "../catalogue.ts";
import { MOST_COMPARED } from "../errors/name-list.ts";
import { PassType, typeKeys, UNKNOWN_KEY, UNKNOWN_TYPES } from "../steps/pass-type.ts";
import type { Selector } from "./rule.ts";
import type { Spine } from "../steps/spine.ts";

/**
 * Kind of a name: in the pipeline, in it under another choice only, an extension point, declared but absent, or unknown and
 * likely mistyped.
 */
export type Standing = "there" | "elsewhere" | "point" | "absent" | "unknown";

/** Passes and types of a pipeline, and declared ones, to check names in rules and overrides. */
export class KnownNames<Op extends object> {
  readonly #spine: Spine;
  readonly #catalogue: PassCatalogue<Op>;
  /** Contributed passes, and passes under another choice. */
  readonly #passes = new Map<string, Standing>();
  /**
   * Maps keys of types to their standing. Types are compared without regard to case, and a subtype counts as its type.
   */
  readonly #types = new Map<string, Standing>();
  readonly #typeNames = new Set<string>();
  /** Many steps have the same type. */
  readonly #typesThere = new Set<string>();
  #allPasses: readonly string[] | undefined;
  readonly #similar = new Map<string, string | undefined>();

  constructor(spine: Spine, catalogue: PassCatalogue<Op>) {
    this.#spine = spine;
    this.#catalogue = catalogue;
    this.addTypes(Object.values(PassType), "absent");
  }

  /** Adds a pass. The first entry of a name stays, so add passes of the pipeline first. */
  add(pass: string, types: readonly string[], standing: Standing): void {
    if (!this.#passes.has(pass)) this.#passes.set(pass, standing);
    this.addTypes(types, standing);
  }

  addTypes(types: readonly string[] = UNKNOWN_TYPES, standing: Standing = "there"): void {
    if (types !== UNKNOWN_TYPES)
      for (const type of types) if (!this.#typesThere.has(type)) this.#addType(type, standing);
  }

  #addType(type: string, standing: Standing): void {
    if (standing === "there") this.#typesThere.add(type);
    for (const key of typeKeys([type])) {
      if (key === UNKNOWN_KEY) continue;
      const known = this.#types.get(key);
      if (known === undefined || known === "absent") this.#types.set(key, standing);
      if (known === undefined) this.#typeNames.add(type);
    }
  }

  standingOf(selector: Selector): Standing {
    if ("type" in selector) return this.#types.get(selector.type.toLowerCase()) ?? "unknown";
    const { pass } = selector;
    if (this.#spine.hasPass(pass)) return "there";
    const standing = this.#passes.get(pass);
    if (standing !== undefined) return standing;
    if (this.#spine.point(pass) !== undefined) return "point";
    return this.#catalogue.find(pass) === undefined ? "unknown" : "absent";
  }

  /** Returns the known name that is most similar to an unknown one. Call it after all names were added. */
  similarTo(selector: Selector): string | undefined {
    const key = "type" in selector ? `type ${selector.type}` : selector.pass;
    if (this.#similar.has(key) || this.#similar.size === MOST_COMPARED) return this.#similar.get(key);
    const similar =
      "type" in selector
        ? suggest(selector.type, this.#typeNames)
        : suggest(selector.pass, (this.#allPasses ??= this.#passNames()));
    this.#similar.set(key, similar);
    return similar;
  }

  #passNames(): string[] {
    const declared = [...this.#catalogue.declarations].map(({ name }) => name);
    return [...this.#spine.passNames, ...this.#passes.keys(), ...declared];
  }
}
