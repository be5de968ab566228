import type { PassDeclaration } from "@passwright/core";
import type { Properties } from "@passwright/builder";

/** One entry of a skeleton's pipeline: a pass that only has a name and types, a nested manager, or an extension point. */
export type SkeletonStep =
  | {
      readonly pass: string;
      readonly types: readonly string[];
      /** Declared in the framework's name, with what it says of properties. */
      readonly declares?: Omit<PassDeclaration, "name" | "types">;
    }
  | { readonly nest: string; readonly steps: readonly SkeletonStep[] }
  | { readonly point: string; readonly doc: string };

/** A framework's pipeline without code: what a plugin sees of it when it is planned. */
export interface Skeleton {
  readonly name: string;
  /** What kind of compiler has such a pipeline. */
  readonly doc: string;
  readonly anchor: string;
  readonly steps: readonly SkeletonStep[];
  readonly properties?: Properties;
}
