import { diagnosticOf } from "@passwright/core";
import type { ByteForm, Diagnostic, IrAdapter, ParseOptions, ParseResult, PrintOptions } from "@passwright/core";
import { sourceLocationOf } from "./attributes/parts.ts";
import { Context } from "./context.ts";
import type { DialectDefinition } from "./dialects/define-dialect.ts";
import { unknownDialect } from "./errors.ts";
import { fingerprintOperation } from "./fingerprint.ts";
import { Operation } from "./handles.ts";
import { parseModule } from "./parse.ts";
import { reduction } from "./reduce/reduction.ts";
import { Store } from "./store/store.ts";
import { operationsIn } from "./store/walk-ids.ts";
import { arriveOperations, sendOperations } from "./transfer/operations.ts";
import { textTransfer } from "./transfer/text/texts.ts";
import { byteStringOf, joined, textOf } from "./text/bytes.ts";
import { verifyOperation } from "./verify/verify.ts";
import { arith } from "./dialects/arith.ts";
import { builtin } from "./dialects/builtin.ts";
import { cf } from "./dialects/cf.ts";
import { func } from "./dialects/func.ts";
import { memref } from "./dialects/memref.ts";
import { scf } from "./dialects/scf.ts";
import { ub } from "./dialects/ub.ts";

/** Dialects in this package. */
export const dialects: readonly DialectDefinition[] = [arith, builtin, cf, func, memref, scf, ub];

/**
 * Adapter that the core uses for this IR. Implements all optional members of `IrAdapter`, except the members that the
 * type omits. `noteOn` is optional, because each program selects the notes of its diagnostics.
 */
export type MlirAdapter = Required<
  Omit<
    IrAdapter<Operation>,
    | "acceptsByteOrderMark"
    | "binary"
    | "dependenciesOf"
    | "listNested"
    | "load"
    | "normalize"
    | "noteOn"
    | "printWithMap"
    | "prints"
  >
> &
  Pick<IrAdapter<Operation>, "noteOn"> & { readonly bytes: ByteForm<Operation>; readonly context: Context };

/**
 * Makes the adapter of a context. The default is a new context with the dialects of this package. Like `mlir-opt`, the
 * adapter prints in custom form unless generic form is requested.
 */
export function createMlirAdapter(
  context: Context = new Context({ dialects }),
  available: readonly DialectDefinition[] = dialects,
): MlirAdapter {
  const read = (text: string | Uint8Array, options: ParseOptions): ParseResult<Operation> => {
    const before = context.allowUnregistered;
    context.allowUnregistered = options.allowUnregistered ?? before;
    try {
      return parseModule(context, text, { file: options.file });
    } finally {
      context.allowUnregistered = before;
    }
  };
  const dialectNamed = (name: string): DialectDefinition | undefined =>
    context.findDialect(name) ?? available.find((dialect) => dialect.name === name);
  const text = { parse: read, print: (op: Operation, options: PrintOptions): string => op.print(options) };
  return {
    name: "mlir",
    nesting: "direct",
    context,
    intern: (text) => context.operationName(byteStringOf(text)),
    nameOf: (op) => op.operationName,
    parentOf: (op) => op.parentOp,
    collectNested(op, out, anchors) {
      const { store } = op;
      for (const inner of operationsIn(store, op.liveId))
        if (anchors === undefined || anchors.has(store.nameOf(inner))) out.push(Operation.of(store, inner));
    },
    locationOf: (op) => sourceLocationOf(op.location),
    symbolOf: (op) => op.symbolName,
    loadDialects(names): Diagnostic | undefined {
      for (const name of names) {
        const dialect = dialectNamed(name);
        if (dialect === undefined) return unknownDialect(name, available);
        context.registerDialect(dialect);
      }
      return undefined;
    },
    addDialects(more): Diagnostic | undefined {
      try {
        for (const dialect of more) context.registerDialect(dialect as DialectDefinition);
        return undefined;
      } catch (thrown) {
        const diagnostic = diagnosticOf(thrown);
        if (diagnostic === undefined) throw thrown;
        return diagnostic;
      }
    },
    operationsBeside(text) {
      const name = text.slice(0, Math.max(text.indexOf("."), 0));
      const dialect = dialectNamed(name);
      return dialect && Object.keys(dialect.ops).map((mnemonic) => `${name}.${mnemonic}`);
    },
    takeAttribute(op, name) {
      const attribute = op.removeAttr(name);
      if (attribute === undefined) return undefined;
      return attribute.data.kind === "string" ? textOf(attribute.data.value) : attribute.toString();
    },
    verify: (op, options, report) => verifyOperation(op, options, report),
    ...text,
    bytes: {
      replaces: text,
      parse: read,
      print(op, options: PrintOptions) {
        const pieces: Uint8Array[] = [];
        op.printTo((piece) => void pieces.push(piece.slice()), options);
        return joined(pieces);
      },
    },
    fingerprint: (op) => fingerprintOperation(op.store, op.liveId),
    clone(op) {
      const into = new Store(context);
      into.allowsUnregistered = op.store.allowsUnregistered;
      return op.clone({ into });
    },
    reduction,
    transfer: {
      send: sendOperations,
      arrive: (packed) => arriveOperations(context, packed),
      texts: textTransfer(context),
    },
  };
}

/** Adapter for programs that need only one context, with the dialects of this package. */
export const mlir: MlirAdapter = createMlirAdapter();
