import type { ArrivedText, TextAnswer, TextTransfer } from "@passwright/core";
import { Operation } from "../../handles.ts";
import { OperationParser } from "../../parser/operation-parser.ts";
import { ifParsed } from "../../parser/reader.ts";
import { insertBlock, removeBlock } from "../../store/edit.ts";
import type { IrContext, Store } from "../../store/store.ts";
import { operationsIn } from "../../store/walk-ids.ts";
import { symbolNameOf } from "../../symbol-table.ts";
import { bytesOf, encodeUtf8, joined } from "../../text/bytes.ts";
import { Source } from "../../text/source.ts";
import { verifyOperation } from "../../verify/verify.ts";
import { stateOf } from "../contents.ts";
import { cutText, headOf } from "./cut-text.ts";
import type { CutModule } from "./cut-text.ts";
import { declarationsOf } from "./declarations.ts";
import type { Declare } from "./declarations.ts";

interface PartResult extends TextAnswer {
  readonly more: {
    /** The first line of the module, as printed. */
    readonly head: string;
    /** Symbols of the part before and after processing, as byte strings. */
    readonly before: readonly string[];
    readonly after: readonly string[];
    /** Symbols that were looked up in other parts, as byte strings. */
    readonly declared: readonly string[];
  };
}

/** Returns functions that cut a text into parts, parse a part, and join the results. */
export function textTransfer(context: IrContext): TextTransfer<Operation> {
  let known: { readonly cut: CutModule; readonly read: ReturnType<typeof partReader> } | undefined;
  const isOf = (cut: CutModule, text: CutModule): boolean =>
    cut.bytes.buffer === text.bytes.buffer && cut.bodyStart === text.bodyStart;
  return {
    cut: (text, parts) => cutText(context, text, parts),
    arrive(text, part) {
      const cut = text as CutModule;
      if (known === undefined || !isOf(known.cut, cut)) known = { cut, read: partReader(context, cut) };
      return known.read(part);
    },
    join: (_text, parts) => joinParts(parts as readonly PartResult[]),
  };
}

/** Returns a function that parses a part of a text. Returns `undefined` for a part that depends on the whole text. */
function partReader(context: IrContext, cut: CutModule): (part: number) => ArrivedText<Operation> | undefined {
  const whole = Source.fromBytes(cut.bytes, cut.file, cut.length);
  const head = headOf(context, cut);
  if (head === undefined) return () => undefined;
  const declare = declarationsOf(context, cut);
  return (part) =>
    ifParsed(() => {
      const source = whole.part(cut.starts[part]!, cut.starts[part + 1] ?? cut.bodyEnd);
      const { store, block, reader } = new OperationParser(context, source).parse();
      if (reader.hasAliases || store.resources.length > 0) return undefined;
      const module = head.clone({ into: store });
      const region = store.opFirstRegion[module.id]!;
      removeBlock(store, store.regionFirstBlock[region]!);
      insertBlock(store, block, region, 0);
      return areAlone(store, module.id) ? arrivePart(module, declare) : undefined;
    });
}

/** Returns whether the operations of a part can be processed without the other parts. */
function areAlone(store: Store, module: number): boolean {
  const ops = operationsIn(store, module);
  return (
    ops.length > 0 &&
    ops.every((op) => {
      const name = store.nameOf(op);
      const isIsolated = name.isIsolatedFromAbove || store.opFirstRegion[op] === 0;
      const links = store.opResultCount[op]! + store.opOperandCount[op]! + store.opSuccessorCount[op]!;
      return isIsolated && name.isRegistered && name.text !== "builtin.module" && links === 0;
    })
  );
}

/** Prepares a part, whose operations were parsed into a separate module. Returns `undefined` if the part is invalid. */
function arrivePart(op: Operation, declare: Declare): ArrivedText<Operation> | undefined {
  const { store, id: module } = op;
  const block = store.regionFirstBlock[store.opFirstRegion[module]!]!;
  const declared = new Map<string, { readonly op: number; readonly state: string }>();
  let isComplete = true;
  store.findElsewhere = (table, name) => {
    if (table !== module) return 0;
    const known = declared.get(name);
    if (known !== undefined) return known.op;
    const op = declare(store, block, name);
    // The symbol might exist although its declaration was not found, so the lookup might be wrong.
    if (op === 0) isComplete = false;
    else declared.set(name, { op, state: stateOf(store, [op]) });
    return op;
  };
  // Verifies each operation separately instead of the whole module, because the declarations in the module must not be
  // verified.
  const verify = (): boolean => {
    const isValid = (one: number, recursive: boolean): boolean =>
      verifyOperation(Operation.of(store, one), { recursive }, () => undefined);
    return operationsIn(store, module).every((inner) => isValid(inner, true)) && isValid(module, false) && isComplete;
  };
  const symbols = (): string[] =>
    operationsIn(store, module)
      .map((inner) => symbolNameOf(store, inner))
      .filter((name) => name !== undefined);
  const before = symbols();
  const state = stateOf(store, [module]);
  if (!verify()) return undefined;
  return {
    op,
    finish(isVerified) {
      if (!isVerified && !verify()) return undefined;
      const isIntact =
        stateOf(store, [module]) === state &&
        [...declared.values()].every((one) => stateOf(store, [one.op]) === one.state);
      // The numbers of distinct attributes must be unique in the whole text.
      const hasDistinct = store.context.attributes.some((attribute) => attribute?.data.kind === "distinct");
      if (!isComplete || !isIntact || !areAlone(store, module) || hasDistinct) return undefined;
      const printed = printedPart(op);
      if (printed === undefined) return undefined;
      const { head, text } = printed;
      return { text, more: { head, before, after: symbols(), declared: [...declared.keys()] } } satisfies PartResult;
    },
  };
}

function printedPart(op: Operation): { readonly head: string; readonly text: Uint8Array } | undefined {
  const chunks: Uint8Array[] = [];
  op.printTo((chunk) => void chunks.push(chunk.slice()), { assumeVerified: true });
  const text = joined(chunks);
  const end = text.indexOf(10) + 1;
  const head = String.fromCharCode(...text.subarray(0, end));
  // Aliases precede the module, and resources follow the module. Aliases and resources belong to the whole text, so a
  // part must not print them.
  const isPlain = head.startsWith("module") && head.endsWith("{\n") && text[text.length - 2] === 125;
  if (!isPlain || text[text.length - 3] !== 10) return undefined;
  return { head, text: text.subarray(end, text.length - 2) };
}

/** Joins the parts. Returns `undefined` if a symbol is defined twice, or if a symbol that a part used is missing. */
function joinParts(parts: readonly PartResult[]): readonly Uint8Array[] | undefined {
  const head = parts[0]?.more.head;
  if (head === undefined || parts.some(({ more }) => more.head !== head)) return undefined;
  const before = parts.flatMap(({ more }) => more.before);
  const after = parts.flatMap(({ more }) => more.after);
  const known = new Set(before);
  if (known.size < before.length || new Set(after).size < after.length) return undefined;
  if (parts.some(({ more }) => more.declared.some((name) => !known.has(name)))) return undefined;
  return [bytesOf(head), ...parts.map(({ text }) => text), encodeUtf8("}\n")];
}
