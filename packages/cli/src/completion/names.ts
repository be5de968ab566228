import { resolve } from "node:path";
import { allPipelines } from "@passwright/graph";
import { loadSession, statsOf, surveySession } from "@passwright/loader";
import { inventoryOf } from "../inventory/inventory.ts";
import { wordOnly } from "./candidates.ts";
import type { Names } from "./candidates.ts";

/** Returns the names in a config and in the manifests of its plugins. Completion does not run third-party code. */
export async function namesOf(named: string | undefined, cwd: string): Promise<Names> {
  // Ignores a word that is not the path of a file, because the word might name a step instead of a config.
  const config = named !== undefined && statsOf(resolve(cwd, named)) !== undefined ? named : undefined;
  const options = { cwd, config, dataOnly: true };
  const [{ survey }, { session }] = await Promise.all([surveySession(options), loadSession(options)]);
  const found = survey && inventoryOf(survey);
  const plans = session?.graph ? allPipelines(session.graph.plan).map(({ plan }) => plan) : [session?.plan];
  const steps = plans.flatMap((plan) => plan?.steps ?? []).filter(({ kind }) => kind === "pass");
  return {
    plugins: (found?.plugins ?? []).map(({ name, version = "" }) => ({ word: name, doc: version })),
    passes: (found?.passes ?? []).map(({ name, summary = "" }) => ({ word: name, doc: summary })),
    steps: steps.map(({ address, because }) => ({ word: address, doc: because })),
    targets: (found?.targets ?? []).map(wordOnly),
    levels: (found?.levels ?? []).map(wordOnly),
  };
}
