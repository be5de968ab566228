import type { OptionsOf, Place, StepOptions } from "@passwright/builder";
import type { OptionsInput, OptionSpecs, PassDefinition } from "@passwright/core";
import type { InsertionSettings } from "./contributions/data.ts";

/** Holds the operation type of passes. A method, so that types are compared in both directions: passes for another IR do not fit. */
export interface RunsOn<Op> {
  on?(op: Op): void;
}

/** Operation types of passes, except of those that run on any operation. */
export type OnOf<P> = P extends PassDefinition<infer Op> ? (object extends Op ? never : RunsOn<Op>) : never;

/** Parts of a plugin that decide whether it fits a framework over `Op`. */
export interface FittingPlugin<Op extends object, O> {
  readonly passes: readonly PassDefinition<never>[];
  readonly options?: O;
  readonly "~on"?: RunsOn<Op>;
}

/** Plugin for a framework over `Op`, alone or with its options. */
export type PluginUse<Op extends object, O> =
  FittingPlugin<Op, O> | readonly [plugin: FittingPlugin<Op, O>, options: GivenOptions<NoInfer<O>>];

/** Values of options. Any value if the options are not known. */
export type GivenOptions<O> = unknown extends O
  ? { readonly [name: string]: unknown }
  : O extends OptionSpecs
    ? OptionsInput<O>
    : never;

/** Position. Its extension point is one of the framework's. */
export type PlaceAt<Point extends string> = Place extends infer One
  ? One extends { readonly at: string }
    ? Omit<One, "at"> & { readonly at: Point }
    : One
  : never;

/** A pass that fits a framework over `Op`: a name, or a definition. */
type FittingPass<P, Op extends object> = P extends string
  ? string
  : [OnOf<P>] extends [RunsOn<Op>]
    ? P
    : PassDefinition<Op>;

/** Insertion of a pass into the pipeline of a framework over `Op`. `P` is the name or definition of the pass. */
export type PassInsertion<Op extends object, P, Point extends string> = PlaceAt<Point> &
  InsertionSettings & { readonly pass: P; readonly bundle?: never } & {
    readonly pass: FittingPass<P, Op>;
    readonly options?: P extends { readonly options: OptionSpecs } ? OptionsOf<P> : StepOptions;
  };

/** Insertion of a bundle by name. */
export type BundleInsertion<Point extends string = string> = PlaceAt<Point> &
  InsertionSettings & {
    readonly bundle: string;
    readonly pass?: never;
    /** Maps names of the bundle's passes to their options. */
    readonly options?: { readonly [pass: string]: StepOptions };
  };

/** Insertion in the options of `assemble`. Not of a bundle where `P` is a definition: the options are those of the pass then. */
export type InsertionOf<Op extends object, P, Point extends string> =
  PassInsertion<Op, P, Point> | (P extends { readonly declaration: unknown } ? never : BundleInsertion<Point>);
