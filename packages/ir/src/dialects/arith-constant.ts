import type { Attribute, Type } from "../attributes/attribute.ts";
import { typesOfAttribute } from "../attributes/parts.ts";
import type { OpBuilder } from "../builder.ts";
import type { Operation } from "../handles.ts";
import { isElements } from "./arith-assembly.ts";
import { makePoison } from "./ub-constant.ts";

/** Creates an `arith.constant` or `ub.poison` (`ArithDialect::materializeConstant`). */
export function materializeArithConstant(builder: OpBuilder, value: Attribute, type: Type): Operation | undefined {
  const poison = makePoison(builder, value, type);
  if (poison !== undefined) return poison;
  if (!isElements(value) || typesOfAttribute(value)[0] !== type) return undefined;
  return builder.create("arith.constant", { results: [type], attributes: { value } });
}
