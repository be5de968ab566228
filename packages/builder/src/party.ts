import { type CallSite, callSite } from "./call-site.ts";
import { type Origin } from "./origin.ts";

/** Somebody who builds: the framework, a plugin, the config. */
export interface Party {
  readonly kind: Origin["kind"];
  readonly name: string;
  readonly version?: string;
}

/** Turns a place in loaded code into one that a person would open: a file relative to the package, and a line. */
export type SourceOf = (site: CallSite) => { readonly file: string; readonly line: number } | undefined;

/** The origin of what a party does right now: itself, and the line that called the builder if `sourceOf` can tell. */
export function originHere(party: Party, sourceOf: SourceOf | undefined): Origin {
  const { kind, name } = party;
  if (sourceOf === undefined) return { kind, name };
  const site = callSite();
  const source = site === undefined ? undefined : sourceOf(site);
  return source === undefined ? { kind, name } : { kind, name, ...source };
}

/** The canonical order of what parties do: by party, then by number. Never load order. */
export function compareByParty(
  left: { readonly party: string; readonly index: number },
  right: { readonly party: string; readonly index: number },
): number {
  if (left.party !== right.party) return left.party < right.party ? -1 : 1;
  return left.index - right.index;
}
