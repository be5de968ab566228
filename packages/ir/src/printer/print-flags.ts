/** How an operation is printed (`OpPrintingFlags` in `mlir/include/mlir/IR/OperationSupport.h`). */
export interface PrintFlags {
  /** With the locations of operations and block arguments. */
  readonly debugInfo?: boolean;
  /** Locations bare, as a person reads them; such a text cannot be read back. */
  readonly prettyDebugInfo?: boolean;
  /** Numbered from the closest isolated operation around, without aliases: as diagnostics show operations. */
  readonly localScope?: boolean;
  /** Generic form throughout, and not custom form where an operation has one and is valid. */
  readonly generic?: boolean;
  /** Valid for sure: custom form is printed without verifying first. What is not valid is printed in generic form. */
  readonly assumeVerified?: boolean;
  /** `{...}` for every region. */
  readonly skipRegions?: boolean;
  /** No number is given out twice in custom form either. */
  readonly uniqueSsaIds?: boolean;
  /** Values are called what their locations name. */
  readonly nameLocAsPrefix?: boolean;
  /** Attributes with more elements than this are left out: `dense_resource<__elided__>`. */
  readonly elideElementsAttrsIfLarger?: number;
  /** Attributes with more elements than this are bytes in hexadecimal; -1 for none, 100 if nobody says. */
  readonly elementsAttrsWithHexIfLarger?: number;
  /** Resources whose text is longer than this are left out. */
  readonly elideResourceStringsIfLarger?: number;
  /** Leaves out resources that are no dialect's: `mlir-opt` shows them in its output, and nowhere else. */
  readonly skipExternalResources?: boolean;
}
