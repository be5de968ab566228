import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { findNamedConfig, loadSession } from "@passwright/loader";
import type { PluginPackage, Session } from "@passwright/loader";
import * as errors from "./errors.ts";
import { pipelinesOf } from "./pipelines.ts";
import { tryStepOrders } from "./order-trial.ts";
import type { Input } from "./protocol.ts";

/**
 * Resolves the plan of the config in the plugin's folder, if one exists, and runs the plan on the config's inputs.
 * Returns the first problem. A refused position of a plugin's step counts as a problem, although the loader reports
 * only a warning. Calls `reportMistakes` with all diagnostics, to find likely mistakes of the plugin's author.
 */
export async function tryOwnConfig(
  { folder, name }: PluginPackage,
  label: string,
  reportMistakes: (diagnostics: readonly Diagnostic[], isForPlugin: boolean) => void,
): Promise<Diagnostic | undefined> {
  const config = findNamedConfig(folder, folder);
  if (!config.ok) return undefined;
  const { session, diagnostics } = await loadSession({ config: config.path, cwd: folder });
  const isOurs = ({ severity, code, plugin = "" }: Diagnostic): boolean =>
    severity === "error" || (code === "PWB0118" && (plugin === label || plugin === name));
  const wrong = diagnostics.filter(isOurs);
  // If planning fails, the errors of planning already include mistyped positions.
  reportMistakes(diagnostics, wrong.length === 0);
  if (wrong.length > 0 || session === undefined) return errors.ownConfigFails(label, wrong);
  return findMistypedTarget(session, label, name) ?? (await runOwnInputs(session, label, name));
}

/**
 * Returns a problem if the position of an insertion refers to a step or extension point that does not exist, but whose
 * name is similar to an existing name. Without this check, an insertion with an alternative position silently uses the
 * alternative.
 */
function findMistypedTarget(session: Session, label: string, name: string): Diagnostic | undefined {
  const { assembly, framework } = session;
  const pipelines = pipelinesOf(session);
  const known = [
    ...pipelines.flatMap(({ steps }) => steps).flatMap(({ pass, bundle }) => [pass, bundle ?? pass]),
    ...assembly.work.catalogue.entries().map(({ declaration }) => declaration.name),
    ...Object.values(framework.extensionPoints ?? {}).flatMap(({ formerly = [] }) => formerly),
  ];
  for (const { contributor, pass, place } of pipelines.flatMap((one) => one.input?.contributions ?? [])) {
    const { before, after, at } = place as { readonly [position: string]: string | undefined };
    const target = before ?? after ?? at;
    if (contributor !== name || target === undefined || target.includes("::") || known.includes(target)) continue;
    const similar = suggest(target, known);
    if (similar !== undefined) return errors.mistypedTarget(label, pass.name, target, similar);
  }
  return undefined;
}

async function runOwnInputs(session: Session, label: string, name: string): Promise<Diagnostic | undefined> {
  const { config } = session;
  const inputs: Input[] = [];
  for (const { text: named, from = config.path } of config.inputs) {
    const text = readInput(resolve(dirname(from), named));
    if (text === undefined) continue;
    // Makes a new manager for each input, because a failed pass can leave state in its manager.
    const made = session.graph === undefined ? await session.makeManager() : await session.makeSchedule();
    if (!made.ok) return errors.ownConfigFails(label, made.diagnostics);
    const { adapter } = "manager" in made ? made.manager : made.schedule;
    const parsed = adapter.parse?.(text, { file: named, allowUnregistered: true });
    if (parsed?.ok === false) return errors.ownConfigFails(label, parsed.diagnostics);
    if (parsed === undefined) return undefined;
    const { succeeded, diagnostics } =
      "manager" in made ? await session.run(made.manager, parsed.op) : await session.run(made.schedule, parsed.op);
    if (!succeeded) return errors.ownConfigFails(label, diagnostics);
    inputs.push({ name: named, text });
  }
  if (inputs.length === 0) return undefined;
  const [pair] = (await tryStepOrders(session, inputs, name)).byName;
  return pair && errors.orderedByName(label, pair);
}

/**
 * Returns the text of an input. Returns `undefined` for patterns, folders and binary files, which only the command line
 * supports.
 */
function readInput(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
