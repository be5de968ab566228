/** Options for printing an operation (`OpPrintingFlags` in `mlir/include/mlir/IR/OperationSupport.h`). */
export interface PrintFlags {
  /** Prints locations of operations and block arguments. */
  readonly debugInfo?: boolean;
  /** Prints locations without `loc(…)`, which is easier to read. The printed text then cannot be parsed. */
  readonly prettyDebugInfo?: boolean;
  /** Numbers from the closest isolated operation on, without aliases, as diagnostics do. */
  readonly localScope?: boolean;
  /** Prints all operations in generic form. Default: valid operations with a custom form are printed in custom form. */
  readonly generic?: boolean;
  /** Skips verification before printing in custom form. By default, invalid operations are printed in generic form. */
  readonly assumeVerified?: boolean;
  /** Prints `{...}` for every region. */
  readonly skipRegions?: boolean;
  /** Makes the numbers of values unique in custom form, as they are in generic form. */
  readonly uniqueSsaIds?: boolean;
  /** Prints the users of results and block arguments in comments. */
  readonly valueUsers?: boolean;
  /** Names values after their locations. */
  readonly nameLocAsPrefix?: boolean;
  /** Number of elements above which an elements attribute is printed as `dense_resource<__elided__>`. */
  readonly elideElementsAttrsIfLarger?: number;
  /** Number of elements above which elements attributes are printed in hexadecimal, or -1 for never. Default: 100. */
  readonly elementsAttrsWithHexIfLarger?: number;
  /** Length of a resource's text above which the resource is omitted. */
  readonly elideResourceStringsIfLarger?: number;
  /** Omits resources that do not belong to a dialect. `mlir-opt` prints these resources only in its final output. */
  readonly skipExternalResources?: boolean;
}
