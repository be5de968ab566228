import { type AssemblyDirective } from "../assembly/directive.ts";
import { type AttributeFormat } from "../assembly/attribute-format.ts";
import { type Type } from "../attributes/type.ts";
import { type Attribute } from "../attributes/attribute.ts";
import { type Operation } from "../operation.ts";
import { textOf } from "../text/bytes.ts";
import { type Complain, type TypeLookup } from "./define-dialect.ts";

/** The kinds of an atomic read-modify-write in the order of their numbers (`AtomicRMWKindAttr`). */
export const ATOMIC_KINDS: readonly string[] =
  "addf addi assign maximumf maxs maxu minimumf mins minu mulf muli ori andi maxnumf minnumf xori".split(" ");

/** What a memref holds. */
export function elementTypeOf(known: TypeLookup, memref: string): readonly Type[] {
  const data = known.types(memref)[0]?.data;
  return data !== undefined && "elementType" in data ? [data.elementType] : [];
}

/** A string that stands as it is. */
export const quotedString: AttributeFormat = {
  parse: (parser) => parser.parseString(),
  print: (printer, attribute) => printer.attribute(attribute),
  starts: (parser) => parser.peek() === 34,
};

/** `type ('=' ('uninitialized' | value))?` of a global. */
export const globalType: AssemblyDirective = {
  binds: ["type", "initial_value"],
  parse(parser) {
    const at = parser.getLocation();
    const type = parser.parseType();
    const { context } = parser;
    const { data } = type;
    if (data.kind !== "memref") {
      return parser.fail(`type should be static shaped memref, but got '${type.toString()}'`, at);
    }
    parser.setAttribute("type", context.internAttribute({ kind: "type", type }));
    if (!parser.parseOptionalPunctuation("=")) return;
    if (parser.parseOptionalKeyword("uninitialized")) {
      parser.setAttribute("initial_value", context.internAttribute({ kind: "unit" }));
      return;
    }
    const tensor = context.internType({ kind: "tensor", shape: data.shape, elementType: data.elementType });
    parser.setAttribute("initial_value", parser.parseElements(tensor));
  },
  print(printer) {
    const type = printer.getAttr("type");
    if (type !== undefined) printer.attribute(type);
    const value = printer.getAttr("initial_value");
    if (value === undefined) return;
    printer.write(" = ");
    if (value.kind === "unit") printer.write("uninitialized");
    else printer.attributeWithoutType(value);
  },
};

/** `(-> (types))?` of `memref.alloca_scope`. */
export const scopeResults: AssemblyDirective = {
  spaceBefore: false,
  parse(parser) {
    parser.setResultTypes("results", parser.parseOptionalArrowTypes());
  },
  print(printer) {
    const results = printer.results();
    if (results.length === 0) return;
    printer.write(" -> (");
    printer.types(results.map((value) => printer.typeOf(value)));
    printer.write(")");
  },
};

/** What `memref.get_global` names must be a global of its type. */
export function verifyGlobalUse(
  op: Operation,
  find: (symbol: Attribute) => Operation | undefined,
  complain: Complain,
): void {
  const name = op.getAttr("name");
  if (name?.data.kind !== "symbol") return;
  const found = find(name);
  const shown = textOf(name.data.nested.at(-1) ?? name.data.root);
  if (found?.name !== "memref.global") {
    complain(`'${shown}' does not reference a valid global memref`);
    return;
  }
  const type = found.getAttr("type")?.data;
  const result = op.resultTypes[0];
  if (type?.kind !== "type" || type.type === result) return;
  complain(
    `result type '${String(result)}' does not match type '${type.type.toString()}' of the global memref ${name.toString()}`,
  );
}
