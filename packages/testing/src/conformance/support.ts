import { pathToFileURL } from "node:url";
import type { CheckProperty } from "@passwright/builder";
import type { Analysis, IrAdapter } from "@passwright/core";
import { windowOf } from "./window.ts";
import type { IrWindow } from "./window.ts";

/** What a support module may export, each by its name: the parts of a trial that are code. */
export interface Support {
  /** Analyses to compute anew after passes that say that they preserve them; those that passes ask for are tried anyway. */
  readonly analyses: readonly Analysis<object, unknown>[];
  /** How to look for properties, beyond the framework's own checks. */
  readonly checks: { readonly [property: string]: CheckProperty<object> };
  readonly window: IrWindow<object> | undefined;
}

/** Reads a support module. */
export async function importSupport(path: string | undefined, adapter: IrAdapter<object>): Promise<Support> {
  const module = path === undefined ? {} : ((await import(pathToFileURL(path).href)) as Partial<Support>);
  return {
    analyses: module.analyses ?? [],
    checks: module.checks ?? {},
    window: module.window ?? windowOf(adapter),
  };
}
