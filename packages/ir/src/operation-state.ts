import { isTable, quoted, suggest } from "@passwright/core";
import type { Attribute, Type } from "./attributes/attribute.ts";
import { isLocationAttribute } from "./attributes/parts.ts";
import { kindOf } from "./entity-kind.ts";
import { entityText } from "./entity-text.ts";
import { wrongArgument } from "./errors.ts";
import type { Block, Value } from "./handles.ts";
import type { IrContext } from "./store/store.ts";

/** Parts of a new operation (`mlir/include/mlir/IR/OperationSupport.h`, `OperationState`). */
export interface OperationState {
  /** Operands of the new operation. Default: none. */
  readonly operands?: readonly Value[];
  /** Types of the results of the new operation. Default: none. */
  readonly results?: readonly Type[];
  /** Attributes by name. The definition of the operation determines which attributes are inherent. */
  readonly attributes?: Readonly<Record<string, Attribute>>;
  /** Attributes that are inherent regardless of the definition, as in the generic form `<{…}>`. */
  readonly properties?: Readonly<Record<string, Attribute>>;
  /** Successor blocks of the new operation. Default: none. */
  readonly successors?: readonly Block[];
  /** Number of empty regions that the new operation gets. Default: none. */
  readonly regions?: number;
  /** Location of the operation. Default: the location of the builder. */
  readonly location?: Attribute;
}

type Accepts = (value: unknown, context: IrContext) => boolean;

function listOf(accepts: Accepts): Accepts {
  return (value, context) => {
    if (!Array.isArray(value)) return false;
    for (let i = 0; i < value.length; i++) if (!accepts(value[i], context)) return false;
    return true;
  };
}

const STATE: Readonly<Record<string, readonly [accepts: Accepts, what: string, example: string]>> = {
  operands: [listOf((one) => kindOf(one) === "value"), "a list of values", "op.operands"],
  results: [
    listOf((one, context) => kindOf(one) === "type" && (one as Type).context === context),
    "a list of types of the context",
    "op.resultTypes",
  ],
  attributes: [isTable, "a table of attributes", '{ value: op.getAttr("value") }'],
  properties: [isTable, "a table of attributes", '{ value: op.getAttr("value") }'],
  successors: [listOf((one) => kindOf(one) === "block"), "a list of blocks", "[block]"],
  regions: [Number.isInteger, "a number", "1"],
  location: [
    (one, context) => isLocationAttribute(one) && one.context === context,
    "a location of the context",
    "op.location",
  ],
};

/** Refuses wrong keys and values, because TypeScript does not check calls in JavaScript. */
export function checkState(name: string, state: object, context: IrContext): void {
  for (const key in state) {
    const value: unknown = state[key as never];
    const part = STATE[key];
    if (part !== undefined && (value === undefined || part[0](value, context))) continue;
    const [call, keys] = [`\`create\` of \`${name}\``, Object.keys(STATE)];
    const known = `${quoted([suggest(key, keys) ?? keys].flat())} instead`;
    if (part === undefined) throw wrongArgument(call, `unknown key \`${key}\``, known);
    const [accepts, what, example] = part;
    const at = Array.isArray(value) && accepts([], context) ? value.findIndex((one) => !accepts([one], context)) : -1;
    const [path, found] = at < 0 ? [key, value] : [`${key}[${at}]`, (value as unknown[])[at]];
    throw wrongArgument(call, `\`${path}\` is ${entityText(found)}`, `${what}, for example \`${key}: ${example}\``);
  }
}
