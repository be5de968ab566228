import { DYNAMIC } from "./attribute.ts";
import type { Type } from "./attribute.ts";
import { shapeOf } from "./dense.ts";

function isUnranked({ kind }: Type): boolean {
  return kind === "unranked-tensor" || kind === "unranked-memref";
}

/**
 * Returns whether the shapes of two types can be equal at run time. Also returns true if neither type has a shape
 * (`verifyCompatibleShape`).
 */
export function areCompatibleShapes(left: Type, right: Type): boolean {
  const isShaped = (type: Type): boolean => isUnranked(type) || shapeOf(type) !== undefined;
  if (!isShaped(left) || !isShaped(right)) return isShaped(left) === isShaped(right);
  if (isUnranked(left) || isUnranked(right)) return true;
  return areCompatibleSizes(shapeOf(left)!, shapeOf(right)!);
}

function areCompatibleSizes(left: readonly number[], right: readonly number[]): boolean {
  return (
    left.length === right.length &&
    left.every((size, i) => size === right[i] || size === DYNAMIC || right[i] === DYNAMIC)
  );
}

/**
 * Returns whether types have compatible shapes, and are either all scalable or all not scalable
 * (`verifyCompatibleShapes`).
 */
export function haveCompatibleShapes(types: readonly Type[]): boolean {
  const shaped = types.filter((type) => isUnranked(type) || shapeOf(type) !== undefined);
  if (shaped.length === 0) return true;
  if (shaped.length !== types.length) return false;
  const isScalable = ({ data }: Type): boolean => data.kind === "vector" && data.scalable.includes(true);
  if (shaped.some(isScalable) && !shaped.every(isScalable)) return false;
  const shapes = shaped.filter((type) => !isUnranked(type)).map((type) => shapeOf(type)!);
  return shapes.every((shape) => shapes.every((other) => areCompatibleSizes(shape, other)));
}
