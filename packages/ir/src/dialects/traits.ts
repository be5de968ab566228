/** Traits of operations, with MLIR's names (`mlir/include/mlir/IR/OpBase.td`). Each trait is a bit of `traitBits`. */
const traitNames = [
  "IsolatedFromAbove",
  "SymbolTable",
  "Symbol",
  "Terminator",
  // The operation does not have effects and is speculatable.
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
  // Applying the operation twice returns the original value.
  "Involution",
  "SameOperandsAndResultType",
  "SameOperandsAndResultShape",
  "SameTypeOperands",
  "SameOperandsElementType",
  "SameOperandsShape",
  "NoRegionArguments",
  "SingleBlockImplicitTerminator",
  "Elementwise",
  // The parent operation must have one of the names in the field `parents` of the definition.
  "HasParent",
  "AffineScope",
  "AttrSizedOperandSegments",
  "AttrSizedResultSegments",
  // Operations in the region can use values that are defined after them.
  "GraphRegion",
  "MemoryEffects",
] as const;

/** MLIR's name of a trait. */
export type TraitName = (typeof traitNames)[number];

/** The bit of each trait in the masks of definitions. */
export const traitBit: Readonly<Record<TraitName, number>> = Object.fromEntries(
  traitNames.map((name, i) => [name, 1 << i]),
) as Record<TraitName, number>;

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
