import type { IrAdapter } from "@passwright/core";
import { defineFramework, definePass, definePlugin } from "@passwright/sdk";

/** An IR whose operations have nothing in common with lines. */
export interface Shape {
  readonly kind: "circle" | "square";
  readonly size: number;
}

export declare const shapes: IrAdapter<Shape>;

export const grow = definePass({ name: "grow", runOnOperation: (shape: Shape) => void shape.size });
export const anywhere = definePass({ name: "anywhere", runOnOperation: (_op: object) => {} });
export const forShapes = definePlugin({ name: "for-shapes", passes: [grow] });
export const forAny = definePlugin({ name: "for-any", passes: [anywhere] });

export const drawing = (): ReturnType<typeof defineFramework<Shape, { name: "drawing" }, {}>> =>
  defineFramework({ name: "drawing", ir: shapes, anchor: "page", pipeline() {} }) as never;
