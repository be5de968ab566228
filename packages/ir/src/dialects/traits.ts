/**
 * The traits that operations are registered with: MLIR's names (`mlir/include/mlir/IR/OpBase.td` and the interfaces'
 * `.td` files). Each is one bit, so that a hot loop asks with
 * `name.traitBits & traitBit.Pure`.
 */
const traitNames = [
  "IsolatedFromAbove",
  "SymbolTable",
  "Symbol",
  "Terminator",
  // No effects, and may run where it did not before.
  "Pure",
  "Commutative",
  "ConstantLike",
  "AutomaticAllocationScope",
  "RecursiveMemoryEffects",
  "ReturnLike",
  "SingleBlock",
  "NoTerminator",
  "NoMemoryEffect",
  "RecursivelySpeculatable",
  "Idempotent",
  // Applied twice it is as if it had not been applied.
  "Involution",
  "SameOperandsAndResultType",
  "SameOperandsAndResultShape",
  "SameTypeOperands",
  "SameOperandsElementType",
  "SameOperandsShape",
  "NoRegionArguments",
  "SingleBlockImplicitTerminator",
  "Elementwise",
  // `parents` of the definition says which.
  "HasParent",
  "AffineScope",
  "AttrSizedOperandSegments",
  // Uses need not come after what they use.
  "GraphRegion",
  "MemoryEffects",
] as const;

/** MLIR's name of a trait. */
export type TraitName = (typeof traitNames)[number];

/** The bit of each trait in the masks that operations' definitions have. */
export const traitBit: Readonly<Record<TraitName, number>> = Object.fromEntries(
  traitNames.map((name, i) => [name, 1 << i]),
) as Record<TraitName, number>;

/** What some traits bring along. */
const IMPLIED: Partial<Record<TraitName, readonly TraitName[]>> = {
  Pure: ["NoMemoryEffect"],
  ReturnLike: ["Terminator"],
  SingleBlockImplicitTerminator: ["SingleBlock"],
  Idempotent: ["SameOperandsAndResultType"],
  Involution: ["SameOperandsAndResultType"],
};

export function bitsOfTraits(traits: readonly TraitName[]): number {
  let bits = 0;
  for (const trait of traits) {
    bits |= traitBit[trait];
    for (const implied of IMPLIED[trait] ?? []) bits |= traitBit[implied];
  }
  return bits;
}
