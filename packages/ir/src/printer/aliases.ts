import type { Attribute } from "../attributes/attribute.ts";
import { Type } from "../attributes/attribute.ts";
import { aliasNameOf, entriesOf, isLocation, partsOf } from "../attributes/parts.ts";
import { renderPart } from "../attributes/render.ts";
import type { Renderer } from "../attributes/render.ts";
import { upstream } from "../dialects/upstream.ts";
import { getOrMake } from "../maps.ts";
import type { PrintFlags } from "./print-flags.ts";
import type { IrContext, Store } from "../store/store.ts";

type Symbol = Attribute | Type;

/** Attribute or type that may get an alias (`InProgressAliasInfo` in `mlir/lib/IR/AsmPrinter.cpp`). */
interface Candidate {
  readonly symbol: Symbol;
  /** Suggested alias. `undefined` if the symbol itself cannot get an alias. */
  readonly name: string | undefined;
  /** Nesting depth. Definitions are printed in order of depth. */
  depth: number;
  /** Whether the definition can be printed after the module. */
  canBeDeferred: boolean;
  readonly parts: readonly Symbol[];
  /** Candidates for the parts of the symbol that were visited so far. */
  readonly children: Candidate[];
}

/** Selects which attributes and types of a module get aliases, and prints the definitions of these aliases. */
export class Aliases implements Renderer {
  readonly #context: IrContext;
  readonly #candidates = new Map<Symbol, Candidate>();
  /** Aliases in the order of their definitions. `isDeferred` is set if the definition is printed after the module. */
  readonly #names = new Map<Symbol, { readonly name: string; readonly isDeferred: boolean }>();
  readonly flags: PrintFlags;
  /** Keys of the resources that attributes refer to, in the order of their first use. */
  readonly resources: Set<string> = new Set();
  /** Maps numbers of distinct attributes in the context to their printed numbers. */
  readonly #distinctNumbers = new Map<number, number>();
  /** Whether attributes can be printed differently from their canonical text. */
  readonly respells: boolean;

  constructor(context: IrContext, flags: PrintFlags) {
    this.#context = context;
    this.flags = flags;
    const { elideElementsAttrsIfLarger, elementsAttrsWithHexIfLarger, prettyDebugInfo = false } = flags;
    this.respells =
      elideElementsAttrsIfLarger !== undefined || elementsAttrsWithHexIfLarger !== undefined || prettyDebugInfo;
  }

  text(part: Symbol): string {
    if (!part.hasAliases && !this.respells) return part.byteText;
    return this.#names.get(part)?.name ?? renderPart(part, this);
  }

  isAlias(part: Symbol): boolean {
    return this.#names.has(part);
  }

  /** Assigns numbers in the order of printing. */
  distinctNumber(index: number): number {
    return getOrMake(this.#distinctNumbers, index, () => this.#distinctNumbers.size);
  }

  /** Visits an operation in generic form, after its regions. Properties of unregistered operations get no aliases. */
  mentionGeneric(store: Store, op: number): void {
    const { types, attributes } = this.#context;
    const signature = types[store.signatureOf(op)]!;
    if (signature.hasAliases) for (const type of partsOf(signature.data)) this.#visit(type, false);
    const { isRegistered, dialect } = store.nameOf(op);
    const properties = isRegistered || upstream.has(dialect) ? attributes[store.opProperties[op]!] : undefined;
    const discardable = attributes[store.opAttributes[op]!];
    if (properties?.hasAliases !== true && discardable?.hasAliases !== true) return;
    const entries = [...entriesOf(properties), ...entriesOf(discardable)];
    for (const { value } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) this.#visit(value, false);
  }

  /** Visits a printed attribute or type and its parts, which can then get aliases. */
  mention(symbol: Attribute | Type, canBeDeferred: boolean): void {
    if (symbol.hasAliases || canBeDeferred) this.#visit(symbol, canBeDeferred);
  }

  /** Records the resources that an attribute refers to, without giving aliases to its parts. */
  mentionResources(attribute: Attribute | undefined): void {
    const seen = new Set<Symbol>();
    const work: Symbol[] = attribute === undefined ? [] : [attribute];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      if (!next.hasAliases || seen.has(next)) continue;
      seen.add(next);
      if (next.data.kind === "dense-resource") this.resources.add(next.data.handle);
      work.push(...[...partsOf(next.data)].reverse());
    }
  }

  /** Visits a symbol and its parts. Does not use recursion, because chains of locations can be very long. */
  #visit(symbol: Symbol, canBeDeferred: boolean): void {
    const open: Candidate[] = [];
    this.#find(symbol, canBeDeferred, open);
    while (open.length > 0) {
      const candidate = open[open.length - 1]!;
      const part = candidate.parts[candidate.children.length];
      if (part !== undefined) {
        candidate.children.push(this.#find(part, canBeDeferred, open));
        continue;
      }
      open.pop();
      const deepest = candidate.children.reduce((depth, child) => Math.max(depth, child.depth), 0);
      if (deepest > 0) candidate.depth = deepest + 1;
    }
  }

  /** Returns the candidate of a symbol. If the candidate is new and has parts, adds it to `open`. */
  #find(symbol: Symbol, canBeDeferred: boolean, open: Candidate[]): Candidate {
    const known = this.#candidates.get(symbol);
    if (known !== undefined) {
      if (!canBeDeferred) keepInFront(known);
      return known;
    }
    const { hasAliases } = symbol;
    const name = hasAliases ? (aliasNameOf(symbol.data) ?? this.#context.opaqueAliases.get(symbol)) : undefined;
    const parts = hasAliases ? partsOf(symbol.data) : [];
    const depth = name === undefined ? 0 : 1;
    const candidate: Candidate = { symbol, name, parts, depth, canBeDeferred, children: [] };
    this.#candidates.set(symbol, candidate);
    if (hasAliases && symbol.data.kind === "dense-resource") this.resources.add(symbol.data.handle);
    if (parts.length > 0) open.push(candidate);
    return candidate;
  }

  /** Assigns the aliases, after all attributes and types were visited. */
  assign(): void {
    const named = [...this.#candidates.values()].filter((candidate) => candidate.name !== undefined);
    named.sort(
      (a, b) =>
        a.depth - b.depth ||
        Number(b.symbol instanceof Type) - Number(a.symbol instanceof Type) ||
        (a.name! < b.name! ? -1 : a.name! > b.name! ? 1 : 0),
    );
    const counts = new Map<string, number>();
    for (const { symbol, name, canBeDeferred } of named) {
      const index = counts.get(name!) ?? 0;
      counts.set(name!, index + 1);
      const alias = `${symbol instanceof Type ? "!" : "#"}${name!}${index === 0 ? "" : index}`;
      this.#names.set(symbol, { name: alias, isDeferred: canBeDeferred });
    }
    this.#candidates.clear();
  }

  /** Yields the definitions that are printed before the module, or after the module if `isDeferred` is set. */
  *definitions(isDeferred: boolean): Iterable<string> {
    for (const [symbol, alias] of this.#names) {
      if (alias.isDeferred === isDeferred) yield `${alias.name} = ${renderPart(symbol, this)}\n`;
    }
  }

  /** Returns the text `loc(…)`. As in MLIR, the location of an argument is not an alias, but its parts can be. */
  location(location: Attribute, allowAlias: boolean): string {
    const isPretty = this.flags.prettyDebugInfo === true && isLocation(location.data);
    const name = allowAlias && !isPretty ? this.#names.get(location)?.name : undefined;
    if (name !== undefined) return `loc(${name})`;
    return isLocation(location.data) ? renderPart(location, this) : "loc(unknown)";
  }
}

function keepInFront(candidate: Candidate): void {
  const open = [candidate];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!next.canBeDeferred) continue;
    next.canBeDeferred = false;
    open.push(...next.children);
  }
}
