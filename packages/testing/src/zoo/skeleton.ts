import type { PassDeclaration } from "@passwright/core";
import type { Properties } from "@passwright/builder";

/** Element of a skeleton's pipeline: a pass without code, a nested manager, or an extension point. */
export type SkeletonStep =
  | {
      readonly pass: string;
      readonly types: readonly string[];
      /** Further members of the pass declaration, such as properties. */
      readonly declares?: Omit<PassDeclaration, "name" | "types">;
    }
  | { readonly nest: string; readonly steps: readonly SkeletonStep[] }
  | { readonly point: string; readonly doc: string };

/** Pipeline of a framework, without the code of its passes. Planning does not need the code. */
export interface Skeleton {
  /** Name of the framework. */
  readonly name: string;
  /** Kind of compiler whose pipeline the skeleton resembles. */
  readonly doc: string;
  /** Anchor of the pipeline. */
  readonly anchor: string;
  /** Elements of the pipeline, in order. */
  readonly steps: readonly SkeletonStep[];
  /** Properties that passes provide and require. */
  readonly properties?: Properties;
}
