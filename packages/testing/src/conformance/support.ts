import { pathToFileURL } from "node:url";
import type { CheckProperty } from "@passwright/builder";
import type { Analysis, IrAdapter } from "@passwright/core";
import { windowOf } from "./window.ts";
import type { IrWindow } from "./window.ts";

/** Exports of a support module, which contains test options that are code. */
export interface Support {
  /** Analyses to check after passes that claim to preserve them. Analyses that passes use are always checked. */
  readonly analyses: readonly Analysis<object, unknown>[];
  /** Checks of properties, in addition to the checks of the framework. */
  readonly checks: { readonly [property: string]: CheckProperty<object> };
  /** Functions for an IR other than the embedded IR. */
  readonly window: IrWindow<object> | undefined;
}

/** Imports a support module. */
export async function importSupport(path: string | undefined, adapter: IrAdapter<object>): Promise<Support> {
  const module = path === undefined ? {} : ((await import(pathToFileURL(path).href)) as Partial<Support>);
  return {
    analyses: module.analyses ?? [],
    checks: module.checks ?? {},
    window: module.window ?? windowOf(adapter),
  };
}
