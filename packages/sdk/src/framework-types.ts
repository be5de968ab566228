import type { IrAdapter, PassDefinition } from "@passwright/core";
import type { HookDeclarations } from "./hooks/hook-types.ts";

/** Type of a framework's operations. */
export type OpOf<F> = F extends { readonly ir: IrAdapter<infer Op extends object> } ? Op : never;

type ConversionsOf<F> = F extends { readonly passes: readonly unknown[] }
  ? Extract<F["passes"][number], { readonly leaves: object }>
  : never;

type LeftBy<C> = C extends { readonly leaves: IrAdapter<infer To extends object> } ? To : never;

type StartOf<C> = C extends PassDefinition<infer From> ? From : never;

/** Type of the operations in all IRs of a framework: the framework's own IR and the IRs of its conversions. */
export type AnyOpOf<F> = OpOf<F> | LeftBy<ConversionsOf<F>>;

/**
 * Type of the root that a run returns: the root of the IR that the last conversion produces.
 * Without conversions, the type of the framework's own operations.
 */
export type ResultOf<F> = [LeftBy<ConversionsOf<F>>] extends [never]
  ? OpOf<F>
  : [Exclude<LeftBy<ConversionsOf<F>>, StartOf<ConversionsOf<F>>>] extends [never]
    ? AnyOpOf<F>
    : Exclude<LeftBy<ConversionsOf<F>>, StartOf<ConversionsOf<F>>>;

/** Names of a framework's extension points. */
export type PointOf<F> = F extends { readonly extensionPoints: infer P extends object } ? keyof P & string : string;

/** Declarations of a framework's hooks. */
export type HooksOf<F> = F extends { readonly hooks: infer H extends HookDeclarations } ? H : {};

/** Names of a framework's targets. */
export type TargetOf<F> = F extends { readonly targets: infer T } ? NameIn<T> : string;

/** Names of a framework's levels. */
export type LevelOf<F> = F extends { readonly levels: infer L } ? NameIn<L> : string;

type NameIn<T> = NonNullable<T> extends infer L extends readonly string[] ? L[number] : string;
