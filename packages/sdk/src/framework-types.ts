import type { IrAdapter, PassDefinition } from "@passwright/core";
import type { HookDeclarations } from "./hooks/declarations.ts";

/** The operations that a framework works on. */
export type OpOf<F> = F extends { readonly ir: IrAdapter<infer Op extends object> } ? Op : never;

/** The conversions among the passes that a framework lists. */
type ConversionsOf<F> = F extends { readonly passes: readonly unknown[] }
  ? Extract<F["passes"][number], { readonly leaves: object }>
  : never;

/** The operations that a conversion leads to. */
type LeftBy<C> = C extends { readonly leaves: IrAdapter<infer To extends object> } ? To : never;

type StartOf<C> = C extends PassDefinition<infer From> ? From : never;

/** The operations of all IRs of a framework: its own, and those that the conversions among its passes lead to. */
export type AnyOpOf<F> = OpOf<F> | LeftBy<ConversionsOf<F>>;

/**
 * The operations that a run leaves: those that a listed conversion leads to and no listed conversion starts from. Without
 * such a conversion those of the framework.
 */
export type ResultOf<F> = [LeftBy<ConversionsOf<F>>] extends [never]
  ? OpOf<F>
  : [Exclude<LeftBy<ConversionsOf<F>>, StartOf<ConversionsOf<F>>>] extends [never]
    ? AnyOpOf<F>
    : Exclude<LeftBy<ConversionsOf<F>>, StartOf<ConversionsOf<F>>>;

/** The names of a framework's extension points. */
export type PointOf<F> = F extends { readonly extensionPoints: infer P extends object } ? keyof P & string : string;

/** The hooks of a framework. */
export type HooksOf<F> = F extends { readonly hooks: infer H extends HookDeclarations } ? H : {};

/** The targets of a framework. */
export type TargetOf<F> = F extends { readonly targets: infer T } ? NameIn<T> : string;

/** The levels of a framework. */
export type LevelOf<F> = F extends { readonly levels: infer L } ? NameIn<L> : string;

type NameIn<T> = NonNullable<T> extends infer L extends readonly string[] ? L[number] : string;
