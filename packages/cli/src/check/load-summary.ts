import { type Plan } from "@passwright/builder";
import { type Diagnostic } from "@passwright/core";
import { type LoadResult } from "@passwright/loader";

/** What loading came to, as data that goes from one thread to another. */
export interface LoadSummary {
  readonly plan?: Plan;
  /** Everything that each plugin asked for, as text to compare. */
  readonly asked: { readonly [plugin: string]: string };
  readonly diagnostics: readonly Diagnostic[];
}

export function summaryOf({ session, diagnostics }: LoadResult): LoadSummary {
  if (session === undefined) return { asked: {}, diagnostics };
  const { contributions, rules, edits = [], guards = [] } = session.builder.input();
  const asked = session.plugins.map(({ name }): [string, string] => {
    const isTheirs = ({ party }: { readonly party: string }): boolean => party === name;
    const taps = session.taps.filter(({ plugin }) => plugin === name);
    const theirGuards = guards.filter(({ origin }) => origin.name === name);
    const all = [contributions.filter(isTheirs), rules.filter(isTheirs), edits.filter(isTheirs), theirGuards, taps];
    return [name, JSON.stringify(all)];
  });
  const { plan } = session;
  return { ...(plan === undefined ? {} : { plan }), asked: Object.fromEntries(asked), diagnostics };
}
