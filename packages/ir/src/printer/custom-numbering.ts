import type { Attribute } from "../attributes/attribute.ts";
import { findEntry, findLocation } from "../attributes/parts.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import type { ResultNameSource } from "../dialects/op-structure.ts";
import { callDialect, wrongResult } from "../dialect-errors.ts";
import { entityText } from "../entity-text.ts";
import { Shapes } from "../store/shapes.ts";
import type { Store } from "../store/store.ts";
import { resolveLocation } from "../store/location.ts";
import { byteStringOf, bytesOf, textOf } from "../text/bytes.ts";
import { ARGUMENT, GROUPED, NAMED, PLAIN, takeArrays } from "./numbering.ts";
import type { NameStyle, Numbering } from "./numbering.ts";

/** Region that is not numbered yet, and the state after its parent operation was numbered. */
interface Waiting {
  readonly region: number;
  readonly nextValue: number;
  readonly nextArgument: number;
  readonly nextConflict: number;
  /** Number of names that the enclosing regions use. */
  readonly scope: number;
}

/** Names values as `SSANameState` does (`mlir/lib/IR/AsmPrinter.cpp`). */
export function nameValues(store: Store, top: number, style: NameStyle): Numbering {
  return new ValueNamer(store, style).name(top);
}

/** Numbers everything in `top` uniquely, as in generic form. Numbers start at 1, because 0 means "unknown". */
export function numberValues(store: Store, top: number): Numbering {
  return nameValues(store, top, { unique: true });
}

class ValueNamer {
  readonly #store: Store;
  readonly #style: NameStyle;
  readonly #values: Int32Array;
  readonly #conflicts: Int32Array;
  readonly #names: Uint8Array[] = [];
  readonly #numbering: Numbering;
  /** Stack of regions. As in MLIR, the last region is numbered first. */
  readonly #work: Waiting[] = [];
  readonly #texts: string[] = [];
  readonly #idByText = new Map<string, number>();
  /** For each name, whether the current region or an enclosing region uses the name. */
  readonly #used: boolean[] = [];
  /** Names in use, in order of assignment. The names of a region are removed at the end of the region. */
  readonly #declared: number[] = [];
  /** Maps each conflict number to the name that has this number as suffix. */
  readonly #conflictOwner: number[] = [];
  /** Maps operation shapes to the names that operations suggest, which depend only on attributes and types. */
  readonly #suggestions: (readonly (number | undefined)[])[] = [];
  readonly #shapes: Shapes;
  #nextValue = 1;
  #nextArgument = 1;
  #nextConflict = 0;
  /** Whether any suggested name has the form of the printer's names for arguments (`arg0`). */
  #hasArgumentLike = false;
  /** Whether any suggested name has the form of a name with a conflict number (`name_0`). */
  #hasConflictLike = false;

  constructor(store: Store, style: NameStyle) {
    this.#store = store;
    this.#shapes = new Shapes(store);
    this.#style = style;
    const { values, blocks, conflicts } = takeArrays(
      store,
      style.asksOperations === true || style.asksLocations === true,
    );
    this.#values = values;
    this.#conflicts = conflicts;
    const operations = style.numbersOperations === true ? new Int32Array(store.opName.length) : undefined;
    this.#numbering = { values, blocks, names: this.#names, conflicts, operations };
  }

  name(top: number): Numbering {
    this.#addRegions(top);
    this.#numberOp(top);
    for (let next = this.#work.pop(); next !== undefined; next = this.#work.pop()) {
      if (this.#style.unique !== true) {
        this.#nextValue = next.nextValue;
        this.#nextArgument = next.nextArgument;
        this.#nextConflict = next.nextConflict;
      }
      while (this.#declared.length > next.scope) this.#used[this.#declared.pop()!] = false;
      this.#numberRegion(next.region);
    }
    return this.#numbering;
  }

  /** Adds the regions of an operation to the stack. */
  #addRegions(op: number): void {
    const { opFirstRegion, regionNext } = this.#store;
    for (let region = opFirstRegion[op]!; region !== 0; region = regionNext[region]!) {
      this.#work.push({
        region,
        nextValue: this.#nextValue,
        nextArgument: this.#nextArgument,
        nextConflict: this.#nextConflict,
        scope: this.#declared.length,
      });
    }
  }

  #numberRegion(region: number): void {
    const { blockNext, blockFirstOp, opNext, opFirstRegion, regionFirstBlock } = this.#store;
    const { opResultCount, opFirstResult, opName, context } = this.#store;
    const { names } = context;
    const values = this.#values;
    const { asksLocations = false, asksOperations = false } = this.#style;
    const withRegions: number[] = [];
    let place = 0;
    for (let block = regionFirstBlock[region]!; block !== 0; block = blockNext[block]!) {
      this.#numbering.blocks[block] = place++;
      this.#numberArguments(block, place === 1);
      for (let op = blockFirstOp[block]!; op !== 0; op = opNext[op]!) {
        const count = opResultCount[op]!;
        if (count === 1 && !asksLocations && !(asksOperations && names[opName[op]!]!.suggestsNames)) {
          values[opFirstResult[op]!] = this.#nextValue++ * 4 + PLAIN;
        } else this.#numberOp(op);
        if (opFirstRegion[op] !== 0) withRegions.push(op);
      }
    }
    for (const op of withRegions) this.#addRegions(op);
  }

  #numberArguments(block: number, isEntry: boolean): void {
    const { blockFirstArgument, blockArgumentCount } = this.#store;
    const first = blockFirstArgument[block]!;
    for (let i = first; i < first + blockArgumentCount[block]!; i++) {
      const name = this.#style.asksLocations === true ? this.#nameOf(this.#store.valueLocation[i]!) : undefined;
      if (name !== undefined) {
        this.#give(i, name);
        // Also counts arguments with a suggested name.
        if (isEntry) this.#nextArgument++;
      } else if (!isEntry) this.#values[i] = this.#nextValue++ * 4 + PLAIN;
      else if (this.#hasArgumentLike) {
        this.#give(i, this.#idOf(`arg${this.#nextArgument - 1}`));
        this.#nextArgument++;
      } else this.#values[i] = this.#nextArgument++ * 4 + ARGUMENT;
    }
  }

  #numberOp(op: number): void {
    const { opResultCount, opFirstResult } = this.#store;
    const { operations } = this.#numbering;
    if (opResultCount[op] !== 0) this.#nameResults(opFirstResult[op]!, opResultCount[op]!, this.#namesOf(op));
    else if (operations !== undefined) operations[op] = this.#nextValue++;
  }

  #namesOf(op: number): readonly (number | undefined)[] {
    const { asksLocations, asksOperations } = this.#style;
    const name = this.#store.nameOf(op);
    const located = asksLocations === true ? this.#nameOf(this.#store.opLocation[op]!) : undefined;
    const suggested = asksOperations === true && name.suggestsNames ? this.#suggestionsOf(op, name) : [];
    if (located === undefined) return suggested;
    return suggested.some((id) => id !== undefined)
      ? suggested.map((id) => (id === undefined ? undefined : located))
      : [located];
  }

  #nameOf(encoded: number): number | undefined {
    const named = findLocation(resolveLocation(this.#store, encoded), "name-location", true);
    return named && this.#idOf(sanitized(textOf(named.name)));
  }

  /** Names results. A result without a suggested name is in the same group as the previous result. */
  #nameResults(first: number, count: number, suggested: readonly (number | undefined)[]): void {
    for (let i = 0; i < count;) {
      let end = i + 1;
      while (end < count && suggested[end] === undefined) end++;
      const id = suggested[i];
      if (id === undefined) {
        const kind = end - i === 1 ? PLAIN : GROUPED;
        for (let k = i; k < end; k++) this.#values[first + k] = this.#nextValue * 4 + kind;
        this.#nextValue++;
      } else if (end - i === 1) this.#give(first + i, id);
      else this.#giveGroup(first + i, end - i, id);
      i = end;
    }
  }

  /** Names the results of a group `%name#0`, `%name#1`, and so on. */
  #giveGroup(first: number, count: number, id: number): void {
    this.#give(first, id);
    const conflict = this.#conflicts[first]!;
    const text = this.#texts[id]! + (conflict === 0 ? "" : `_${conflict - 1}`);
    for (let k = 0; k < count; k++) {
      this.#values[first + k] = this.#idOf(`${text}#${k}`) * 4 + NAMED;
      this.#conflicts[first + k] = 0;
    }
  }

  #suggestionsOf(op: number, name: OperationName): readonly (number | undefined)[] {
    const store = this.#store;
    const { resultNames } = name.definition!;
    const shape = this.#shapes.of(op);
    const known = this.#suggestions[shape];
    if (known !== undefined) return known;
    const { context } = store;
    const properties = context.attributes[store.opProperties[op]!];
    const data = context.types[store.signatureOf(op)]!.data;
    const source: ResultNameSource = {
      getAttr: (text): Attribute | undefined => findEntry(properties, byteStringOf(text)),
      resultTypes: data.kind === "function" ? data.results : [],
    };
    const code = "`resultNames`";
    const texts =
      typeof resultNames === "function" ? callDialect(code, store, op, () => resultNames(source)) : resultNames;
    if (!Array.isArray(texts) || texts.some((text) => text !== undefined && typeof text !== "string")) {
      const help = "return a list with a name, or `undefined`, for each result";
      throw wrongResult(code, store, op, entityText(texts), help);
    }
    const ids = texts.map((text) => (text === undefined || text === "" ? undefined : this.#idOf(sanitized(text))));
    this.#suggestions[shape] = ids;
    return ids;
  }

  #idOf(text: string): number {
    const known = this.#idByText.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.length;
    this.#texts.push(text);
    this.#names.push(bytesOf(text));
    this.#used.push(false);
    this.#idByText.set(text, id);
    if (/^arg\d+$/.test(text)) this.#hasArgumentLike = true;
    if (/_\d+$/.test(text)) this.#hasConflictLike = true;
    return id;
  }

  /** Gives a name to a value. Appends a numeric suffix if another value in scope has this name. */
  #give(value: number, id: number): void {
    this.#values[value] = id * 4 + NAMED;
    if (!this.#isTaken(id)) {
      this.#used[id] = true;
      this.#declared.push(id);
      return;
    }
    let conflict = this.#nextConflict++;
    if (this.#hasConflictLike) {
      for (;;) {
        const other = this.#idByText.get(`${this.#texts[id]!}_${conflict}`);
        if (other === undefined || this.#used[other] !== true) break;
        conflict = this.#nextConflict++;
      }
    }
    this.#conflictOwner[conflict] = id;
    this.#conflicts[value] = conflict + 1;
  }

  #isTaken(id: number): boolean {
    if (this.#used[id] === true) return true;
    if (!this.#hasArgumentLike && !this.#hasConflictLike) return false;
    const text = this.#texts[id]!;
    const argument = /^arg(\d+)$/.exec(text);
    if (argument !== null && Number(argument[1]) < this.#nextArgument - 1) return true;
    const conflict = /^(.*)_(\d+)$/.exec(text);
    if (conflict === null) return false;
    const number = Number(conflict[2]);
    return number < this.#nextConflict && this.#conflictOwner[number] === this.#idByText.get(conflict[1]!);
  }
}

/** Replaces invalid characters of a name by hexadecimal numbers (`sanitizeIdentifier`). */
function sanitized(text: string): string {
  const body = byteStringOf(text).replace(/[^A-Za-z0-9$._-]/g, (c) =>
    c === " " ? "_" : c.charCodeAt(0).toString(16).toUpperCase(),
  );
  return /^\d/.test(body) ? `_${body}` : body;
}
