import type { IrAdapter } from "@passwright/core";
import type { HookDeclarations } from "./hooks/declarations.ts";

/** The operations that a framework works on. */
export type OpOf<F> = F extends { readonly ir: IrAdapter<infer Op extends object> } ? Op : never;

/** The names of a framework's extension points. */
export type PointOf<F> = F extends { readonly extensionPoints: infer P extends object } ? keyof P & string : string;

/** The hooks of a framework. */
export type HooksOf<F> = F extends { readonly hooks: infer H extends HookDeclarations } ? H : {};

/** The targets of a framework. */
export type TargetOf<F> = F extends { readonly targets: infer T } ? NameIn<T> : string;

/** The levels of a framework. */
export type LevelOf<F> = F extends { readonly levels: infer L } ? NameIn<L> : string;

type NameIn<T> = NonNullable<T> extends infer L extends readonly string[] ? L[number] : string;
