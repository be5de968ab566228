import type { Plan, ResolveInput } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { GraphPlan } from "@passwright/graph";
import type { LoadOptions, LoadResult } from "@passwright/loader";
import type { ThreadMemory } from "../threads/watched-thread.ts";

/** What the thread that loads is given. */
export interface LoadWorkerData extends ThreadMemory {
  readonly options: LoadOptions;
}

/** What loading came to, as data that goes from one thread to another. */
export interface LoadSummary {
  readonly plan?: Plan;
  readonly graph?: GraphPlan;
  /** Everything that each plugin asked for, as text to compare. */
  readonly asked: { readonly [plugin: string]: string };
  readonly diagnostics: readonly Diagnostic[];
  /** The thread that loaded is gone, and the diagnostics say why. */
  readonly isLost?: boolean;
}

export function summaryOf({ session, diagnostics }: LoadResult): LoadSummary {
  if (session === undefined) return { asked: {}, diagnostics };
  const { plan, graph } = session;
  const inputs: readonly { readonly path?: string; readonly input: ResolveInput }[] = [
    { input: session.builder.input() },
    ...(graph?.openPipelines ?? []),
  ];
  const asked = session.plugins.map(({ name }): [string, string] => {
    const taps = session.taps.filter(({ plugin }) => plugin === name);
    const inserted = inputs.map(({ path, input }) => [path, askedOf(name, input)]);
    return [name, JSON.stringify([inserted, graph?.registeredBy(name), taps])];
  });
  return {
    ...(plan === undefined ? {} : { plan }),
    ...(graph === undefined ? {} : { graph: graph.plan }),
    asked: Object.fromEntries(asked),
    diagnostics,
  };
}

/** What a plugin wants of one pipeline. */
function askedOf(name: string, { contributions, rules, edits = [], guards = [] }: ResolveInput): readonly unknown[] {
  const isTheirs = ({ party }: { readonly party: string }): boolean => party === name;
  const theirGuards = guards.filter(({ origin }) => origin.name === name);
  return [contributions.filter(isTheirs), rules.filter(isTheirs), edits.filter(isTheirs), theirGuards];
}
