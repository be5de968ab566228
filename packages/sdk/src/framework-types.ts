import type { IrAdapter, PassDefinition } from "@passwright/core";
import type { HookDeclarations } from "./hooks/declarations.ts";

/** Type of the operations that a framework works on. */
export type OpOf<F> = F extends { readonly ir: IrAdapter<infer Op extends object> } ? Op : never;

/** Conversions among the passes of a framework. */
type ConversionsOf<F> = F extends { readonly passes: readonly unknown[] }
  ? Extract<F["passes"][number], { readonly leaves: object }>
  : never;

/** Type of the operations that a conversion leaves. */
type LeftBy<C> = C extends { readonly leaves: IrAdapter<infer To extends object> } ? To : never;

type StartOf<C> = C extends PassDefinition<infer From> ? From : never;

/** Type of the operations of all IRs of a framework: its own, and those of its conversions. */
export type AnyOpOf<F> = OpOf<F> | LeftBy<ConversionsOf<F>>;

/**
 * Type of the operations that a run leaves: those of a listed conversion after which no other listed conversion starts.
 * Without such a conversion, those of the framework.
 */
export type ResultOf<F> = [LeftBy<ConversionsOf<F>>] extends [never]
  ? OpOf<F>
  : [Exclude<LeftBy<ConversionsOf<F>>, StartOf<ConversionsOf<F>>>] extends [never]
    ? AnyOpOf<F>
    : Exclude<LeftBy<ConversionsOf<F>>, StartOf<ConversionsOf<F>>>;

/** Names of a framework's extension points. */
export type PointOf<F> = F extends { readonly extensionPoints: infer P extends object } ? keyof P & string : string;

/** Hooks of a framework. */
export type HooksOf<F> = F extends { readonly hooks: infer H extends HookDeclarations } ? H : {};

/** Targets of a framework. */
export type TargetOf<F> = F extends { readonly targets: infer T } ? NameIn<T> : string;

/** Levels of a framework. */
export type LevelOf<F> = F extends { readonly levels: infer L } ? NameIn<L> : string;

type NameIn<T> = NonNullable<T> extends infer L extends readonly string[] ? L[number] : string;
