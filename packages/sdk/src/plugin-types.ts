import type { OptionsOf, StepOptions } from "@passwright/builder";
import type { OptionsInput, OptionSpecs, PassDefinition } from "@passwright/core";
import type { InsertionSettings, OnePlace } from "./contributions/data.ts";

/**
 * Carries the operation type of passes, in a method, whose parameter types TypeScript compares in both directions. A
 * framework therefore accepts passes for any of its IRs, but not for an unrelated IR.
 */
export interface RunsOn<Op> {
  /** Exists only at compile time, to carry the type of the operations. */
  on?(op: Op): void;
}

/** Operation type of passes. Leaves out passes that run on any operation. */
export type OnOf<P> = P extends PassDefinition<infer Op> ? (object extends Op ? never : RunsOn<Op>) : never;

/** Members of a plugin that determine whether the plugin fits a framework for operations of type `Op`. */
export interface FittingPlugin<Op extends object, O> {
  /** Passes that the plugin provides. */
  readonly passes: readonly PassDefinition<never>[];
  /** Options of the plugin, by name. */
  readonly options?: O;
  /** Exists only at compile time, to carry the type of the operations. */
  readonly "~on"?: RunsOn<Op>;
}

/** Plugin for a framework whose operations have type `Op`, alone or with its options. */
export type PluginUse<Op extends object, O> =
  FittingPlugin<Op, O> | readonly [plugin: FittingPlugin<Op, O>, options: GivenOptions<NoInfer<O>>];

/** Values of options. If the options are unknown, accepts any values. */
export type GivenOptions<O> = unknown extends O
  ? { readonly [name: string]: unknown }
  : O extends OptionSpecs
    ? OptionsInput<O>
    : never;

/** Position that can name an extension point of the framework. */
export type PlaceAt<Point extends string> = OnePlace extends infer One
  ? One extends { readonly at: string }
    ? Omit<One, "at"> & { readonly at: Point }
    : One
  : never;

/** Insertion or position in which `before` and `after` can also contain the definition of a pass. */
export type BesidePass<T> = {
  readonly [K in keyof T]: K extends "before" | "after"
    ? T[K] extends string
      ? T[K] | PassDefinition<never>
      : T[K]
    : T[K];
};

/** Settings of an insertion, in which alternative positions can name an extension point of the framework. */
type SettingsAt<Point extends string> = Omit<InsertionSettings, "onMissing"> & {
  readonly onMissing?: "error" | "skip" | { readonly use: PlaceAt<Point> | readonly PlaceAt<Point>[] };
};

/** Pass that fits a framework whose operations have type `Op`, as a name or a definition. */
type FittingPass<P, Op extends object> = P extends string
  ? string
  : [OnOf<P>] extends [RunsOn<Op>]
    ? P
    : PassDefinition<Op>;

/** Insertion of the pass `P`, a name or definition, into the pipeline of a framework for operations of type `Op`. */
export type PassInsertion<Op extends object, P, Point extends string> = BesidePass<PlaceAt<Point>> &
  SettingsAt<Point> & { readonly pass: P; readonly bundle?: never } & {
    readonly pass: FittingPass<P, Op>;
    readonly options?: P extends { readonly options: OptionSpecs } ? OptionsOf<P> : StepOptions;
  };

/** Insertion of a bundle by name. */
export type BundleInsertion<Point extends string = string> = BesidePass<PlaceAt<Point>> &
  SettingsAt<Point> & {
    readonly bundle: string;
    readonly pass?: never;
    /** Options of the bundle's passes, by pass name. */
    readonly options?: { readonly [pass: string]: StepOptions };
  };

/** Insertion in the options of `assemble`. For the definition of a pass, the type checks its options. */
export type InsertionOf<Op extends object, P, Point extends string> =
  PassInsertion<Op, P, Point> | (P extends { readonly declaration: unknown } ? never : BundleInsertion<Point>);
