import type { ReducibleParts } from "@passwright/core";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { without } from "../function-signature.ts";
import type { Operation } from "../handles.ts";
import { getOrMake } from "../maps.ts";
import { constantBefore, numberOf } from "./substitute.ts";

const fine = (drop: () => void): ReducibleParts => ({ size: 1, isFine: true, drop });

/** Returns edits that simplify the attributes of an operation: fewer elements, small numbers, and empty strings. */
export function attributeParts(op: Operation): ReducibleParts[] {
  return op.attrs.flatMap(({ name, value }): ReducibleParts[] => {
    const { data } = value;
    if (data.kind === "array") {
      const drop = (indexes: ReadonlySet<number>): void => {
        op.setAttr(name, op.context.internAttribute({ kind: "array", elements: without(data.elements, indexes) }));
      };
      return [{ size: data.elements.length, isFine: true, drop }];
    }
    return simplerAttributes(value).map((simpler) => fine(() => op.setAttr(name, simpler)));
  });
}

function simplerAttributes(attribute: Attribute): Attribute[] {
  const { data, context } = attribute;
  if (data.kind === "string") return data.value === "" ? [] : [context.stringAttribute("")];
  const type = "type" in data ? data.type : undefined;
  if (type === undefined || !["integer", "float", "dense"].includes(data.kind)) return [];
  // Keeps zero, replaces one by zero, and replaces other numbers by zero or one.
  const numbers = ["0", "1"].flatMap((digit) => numberOf(type, digit) ?? []);
  const found = numbers.indexOf(attribute);
  return found === -1 ? numbers : numbers.slice(0, found);
}

export function operandParts(op: Operation): ReducibleParts {
  const isConstant = (index: number): boolean => op.getOperand(index).definingOp?.hasTrait("ConstantLike") === true;
  const open = op.operands.flatMap((_, index) => (isConstant(index) ? [] : [index]));
  return {
    size: open.length,
    isFine: true,
    drop(indexes) {
      for (const at of indexes) {
        const index = open[at] as number;
        op.setOperand(index, constantBefore(op.getOperand(index).type, op));
      }
    },
  };
}

/** Returns edits that simplify types. Each edit replaces a type by a simpler type in the whole program. */
export function typeParts(root: Operation): ReducibleParts[] {
  const types = new Set<Type>();
  root.walk((op) => {
    for (const type of op.resultTypes) types.add(type);
    for (const { blocks } of op.regions)
      for (const block of blocks) for (const { type } of block.arguments) types.add(type);
  });
  return [...types].flatMap((type) =>
    simplerTypes(type)
      .filter((simpler) => simpler !== type)
      .map((simpler) => fine(() => replaceType(root, type, simpler))),
  );
}

function simplerTypes(type: Type): Type[] {
  const { data, context } = type;
  const i32 = context.internType({ kind: "integer", width: 32, signedness: "signless" });
  switch (data.kind) {
    case "vector":
    case "tensor":
    case "unranked-tensor":
    case "unranked-memref":
      return [data.elementType, ...flatter(type)];
    case "memref":
      return flatter(type);
    case "integer":
      return data.width === 1 ? [] : [i32];
    case "float":
      return [context.internType({ kind: "float", name: "f32" })];
    case "opaque":
    case "tuple":
    case "complex":
      return [i32];
    default:
      return [];
  }
}

function flatter({ data, context }: Type): Type[] {
  if (data.kind !== "vector" && data.kind !== "tensor" && data.kind !== "memref") return [];
  if (data.shape.length < 2) return [];
  const shape = data.shape.slice(0, 1);
  if (data.kind === "vector") return [context.internType({ ...data, shape, scalable: data.scalable.slice(0, 1) })];
  if (data.kind === "tensor") return [context.internType({ ...data, shape })];
  return [context.internType({ kind: "memref", shape, elementType: data.elementType })];
}

function replaceType(root: Operation, from: Type, to: Type): void {
  // Replaces the type in the text of attributes, because the structures of attributes vary.
  const escaped = from.toString().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const written = new RegExp(`(?<![\\w.])${escaped}(?![\\w.])`, "g");
  const values = new Map<Attribute, Attribute>();
  const replaced = (attribute: Attribute): Attribute =>
    getOrMake(values, attribute, () => {
      const text = attribute.toString();
      const changed = text.replace(written, to.toString());
      return changed === text ? attribute : root.context.parseAttribute(changed);
    });
  root.walk((op) => {
    for (const { name, value } of op.attrs) {
      const made = replaced(value);
      if (made !== value) op.setAttr(name, made);
    }
    for (const value of op.results) if (value.type === from) value.setType(to);
    for (const { blocks } of op.regions)
      for (const block of blocks) for (const value of block.arguments) if (value.type === from) value.setType(to);
  });
}
