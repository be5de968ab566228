import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { registryOf } from "@passwright/builder";
import type { PassCatalogue } from "@passwright/builder";
import { diagnosticOf, suggest } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import { importPlugin, loadSession, readPackage, staleManifestOfPlugin } from "@passwright/loader";
import type { PluginPackage } from "@passwright/loader";
import { ownMessage } from "@passwright/runner/inputs";
import { ModuleRecorder } from "@passwright/runner/reuse";
import { definePlugin, PassType } from "@passwright/sdk";
import type { Framework } from "@passwright/sdk";
import { pluginData } from "@passwright/sdk/loading";
import { Project } from "../zoo/project.ts";
import type { PluginToTry } from "../zoo/project.ts";
import * as errors from "./errors.ts";
import { ownInputs } from "./inputs.ts";
import { tryOwnConfig } from "./own-config.ts";
import { tryStepOrders } from "./order-trial.ts";
import { PassTrial } from "./pass-trial.ts";
import { PlanTrial } from "./plan-trial.ts";
import type { Assignment, Input, Report, Reporter } from "./protocol.ts";
import { needsOf } from "./published.ts";
import { snapshotShared } from "./shared-state.ts";
import { importSupport } from "./support.ts";
import type { Support } from "./support.ts";
import { describeTargets, findTargets } from "./targets.ts";
import { inIr, parsed } from "./trial-inputs.ts";
import type { ReadInputs, TrialInputs } from "./trial-inputs.ts";

/**
 * Runs checks in a thread, because a thread with an endless loop can be terminated. In the main thread, an endless loop
 * would block signals and timers.
 */

const assignment = workerData as Assignment;

function send(report: Report): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  parentPort?.postMessage(ownMessage(report));
}

const reporter: Reporter = {
  doing: (what) => send({ kind: "doing", what }),
  find: (diagnostic) => send({ kind: "finding", diagnostic }),
  observe: (observation) => send({ kind: "observed", observation }),
};

/** Reads the manifest, before any code of the plugin runs. */
async function readPlugin(): Promise<PluginPackage | undefined> {
  const { plugin } = assignment;
  const at = { file: "", line: 1, column: 1 };
  const read = await readPackage({ text: plugin, at }, { kind: "plugin", from: plugin, cwd: plugin });
  if (read.ok) return read.package;
  send({ kind: "plugin", label: read.diagnostics[0]?.plugin ?? plugin });
  for (const diagnostic of read.diagnostics.slice(0, 1))
    reporter.find(errors.loadFailed(diagnostic.plugin ?? plugin, diagnostic));
  return undefined;
}

/**
 * Returns other plugins to load together with the tested plugin. In alphabetical order, the first plugin comes before
 * the tested plugin, and the second plugin comes after it. The third plugin adds common passes.
 */
function findDecoys(name: string): PluginToTry[] {
  const isNew = (folder: string): boolean => !assignment.others.includes(folder);
  const decoys = ["first", "last"].map((one) => fileURLToPath(new URL(`../../decoys/${one}`, import.meta.url)));
  const transforms = createRequire(import.meta.url).resolve("@passwright/plugin-transforms/package.json");
  const folders = name === "@passwright/plugin-transforms" ? decoys : [...decoys, dirname(transforms)];
  return folders.filter(isNew).map((folder) => [folder, {}]);
}

/**
 * Returns the valid inputs. Reports invalid inputs of the plugin's author. Ignores invalid built-in inputs, because the
 * framework does not have to support their dialects.
 */
function readInputs(framework: Framework<object>, label: string): ReadInputs {
  const { ir } = framework;
  const isReadable = (input: Input, isGiven: boolean): boolean => {
    const parsed = ir.parse?.(input.text, { file: input.name, allowUnregistered: true });
    const found = parsed?.ok === false ? [...parsed.diagnostics] : [];
    if (parsed?.ok === true) ir.verify?.(parsed.op, { recursive: true }, (one) => void found.push(one));
    if (found.length > 0 && isGiven) reporter.find(errors.badInput(label, input.name, found));
    return parsed?.ok === true && found.length === 0;
  };
  const ours = ir.name === "mlir" ? ownInputs.filter((input) => isReadable(input, false)) : [];
  const theirs = assignment.testInputs.filter((input) => isReadable(input, false));
  const given = assignment.inputs.filter((input) => isReadable(input, true));
  const readable = [...given, ...theirs];
  const unreadable = [...assignment.inputs, ...assignment.testInputs].filter((input) => !readable.includes(input));
  return { readable: [...readable, ...ours], unreadable: unreadable.map(({ name }) => name) };
}

interface Bench {
  readonly framework: Framework<object>;
  readonly inputs: TrialInputs;
  readonly support: Support;
  /** Name and version of the plugin. */
  readonly label: string;
  readonly catalogue: PassCatalogue;
}

/**
 * Finds a provider for each value that the pass `definition` requires. Providers are passes of the plugin or of the
 * framework, and must run before `definition`. The result also contains the providers that these providers require. If
 * a value does not have a provider, returns the name of the value.
 */
function providersFor(
  definition: PassDefinition<object>,
  catalogue: PassCatalogue,
  consumers: readonly unknown[] = [],
): readonly PassDefinition<object>[] | string {
  const { declaration } = definition;
  const later = [...consumers, definition];
  const providers = new Set<PassDefinition<object>>();
  for (const name of declaration.requires ?? []) {
    if (!Object.hasOwn(declaration.values ?? {}, name)) continue;
    const found = catalogue
      .entries()
      .find((one) => one.declaration.provides?.includes(name) === true && !later.includes(one.definition));
    const provider = found?.definition as PassDefinition<object> | undefined;
    if (provider === undefined) return name;
    const before = providersFor(provider, catalogue, later);
    if (typeof before === "string") return before;
    for (const one of [...before, provider]) providers.add(one);
  }
  return [...providers];
}

/** Runs a pass on all inputs. Returns whether any input contains an operation that the pass can run on. */
async function tryPass(
  definition: PassDefinition<object>,
  { framework, inputs: { readable, unreadable }, support, label, catalogue }: Bench,
): Promise<boolean> {
  const { declaration } = definition;
  const providers = providersFor(definition, catalogue);
  if (typeof providers === "string") {
    reporter.find(errors.noProvider(label, declaration.name, providers));
    return false;
  }
  const failures: (string | undefined)[] = [];
  for (const input of readable) {
    const ways = findTargets(framework.ir, input.makeRoot(), definition).length;
    for (let way = 0; way < ways; way++) {
      reporter.doing(`pass \`${declaration.name}\` on input \`${input.name}\``);
      const trial = new PassTrial({
        plugin: label,
        folder: assignment.plugin,
        definition,
        framework,
        support,
        reporter,
        input,
        way,
        providers,
        registry: registryOf(catalogue),
      });
      // Reports only the first problem of a pass, because its later problems can be consequences.
      const problem = await trial.run(assignment.round);
      failures.push(trial.failure);
      if (problem === undefined) continue;
      reporter.find(problem);
      return true;
    }
  }
  const tried = readable.map(({ name }) => name);
  const failure = failures.at(-1);
  if (failure !== undefined && !failures.includes(undefined))
    reporter.find(errors.alwaysFails(label, declaration.name, tried, failure));
  if (failures.length > 0) return true;
  const targets = describeTargets(framework.ir, declaration);
  reporter.find(errors.nothingToRunOn(label, declaration.name, targets, { tried, unreadable }));
  return false;
}

/**
 * Waits until Node has reported all rejected promises without a handler, so that the reports name the current activity
 * and not the next activity.
 */
const reportRejections = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * Reports pass types that are similar to a known type but not equal to it. Types that are not similar to a known type
 * are defined by the plugin.
 */
function reportMistypedTypes(
  passes: readonly PassDefinition<never>[],
  { passTypes = {} }: Framework<object>,
  label: string,
): void {
  const known = [...Object.values(PassType), ...Object.keys(passTypes)];
  for (const { declaration } of passes) {
    for (const type of declaration.types ?? []) {
      const similar = known.includes(type) ? undefined : suggest(type, known);
      if (similar !== undefined) reporter.find(errors.mistypedType(label, declaration.name, type, similar));
    }
  }
}

/**
 * Loads a framework and other plugins without the tested plugin. Does not report problems of the framework, because the same problems appear
 * again when the plugin is loaded.
 */
async function loadAlone(config: string): Promise<void> {
  const { session } = await loadSession({ config });
  await session?.loadCode();
}

async function work(): Promise<{ readonly passesRun: number; readonly loaded: boolean }> {
  const nothing = { passesRun: 0, loaded: false };
  reporter.doing("the check of the manifest");
  const found = await readPlugin();
  if (found === undefined) return nothing;
  const label = found.version === undefined ? found.name : `${found.name} ${found.version}`;
  send({ kind: "plugin", label });
  const project = new Project(assignment.folder);
  const others = assignment.others.map((path): PluginToTry => [path, {}]);
  for (const { name, path } of assignment.frameworks) {
    reporter.doing(`the import of framework \`${name}\``);
    await loadAlone(project.addConfig(path, others));
  }
  // Takes the snapshot after the frameworks are loaded, because their changes are not changes of the plugin.
  let shared = snapshotShared();
  const pollutes = (when: string): boolean => {
    const changes = shared.restore();
    if (changes.length > 0) reporter.find(errors.pollutes(label, changes, when));
    return changes.length > 0;
  };
  reporter.doing("the import of the plugin");
  const recorder = ModuleRecorder.start();
  const { name, hasCode } = found;
  const imported = hasCode
    ? await importPlugin(found)
    : { ok: true as const, code: definePlugin({ name, passes: [] }) };
  const requests = recorder.take();
  if (pollutes("after the import of the plugin")) return nothing;
  if (!imported.ok) {
    for (const diagnostic of imported.diagnostics.slice(0, 1)) reporter.find(errors.loadFailed(label, diagnostic));
    return nothing;
  }
  send({ kind: "needs", needs: needsOf(found, requests) });
  // Compares the descriptions last, because planning reports other differences too.
  const stale = hasCode
    ? (staleManifestOfPlugin(found, imported.code) ?? staleManifestOfPlugin(found, imported.code, { texts: true }))
    : undefined;
  if (stale !== undefined) reporter.find(errors.loadFailed(label, stale));
  const trial = new PlanTrial({
    plugin: [assignment.plugin, assignment.options],
    label,
    name: found.name,
    others,
    decoys: findDecoys(found.name),
    project,
    reporter,
  });
  const session = await trial.run(assignment.frameworks, assignment.round);
  await reportRejections();
  if (pollutes("after `setup`") || session === undefined) return nothing;
  const { framework } = session;
  const { catalogue } = session.assembly.work;
  const inputs = readInputs(framework, label);
  const support = await importSupport(assignment.support, framework.ir);
  shared = snapshotShared();
  let passesRun = 0;
  const bench: Bench = { framework, inputs: parsed(framework.ir, inputs), support, label, catalogue };
  const { passes } = pluginData(imported.code);
  reportMistypedTypes(passes, framework, label);
  for (const pass of passes) {
    // Tries one pass at a time, to detect which pass changes shared objects.
    const definition = pass as unknown as PassDefinition<object>;
    const { ir = framework.ir.name } = definition.declaration;
    const converted = await inIr(ir, bench.inputs, session);
    const ofPass = converted ? { ...bench, framework: { ...framework, ir: converted.adapter }, ...converted } : bench;
    if (await tryPass(definition, ofPass)) passesRun++;
    await reportRejections();
    if (pollutes(`after pass \`${pass.declaration.name}\``)) break;
  }
  if (assignment.round === "first" && passesRun > 0) {
    reporter.doing("the test of other step orders");
    const { byName, withFramework } = await tryStepOrders(session, inputs.readable, found.name);
    for (const pair of byName) reporter.find(errors.orderedByName(label, pair));
    send({ kind: "orders", pairs: withFramework });
  }
  // Tries the plugin's config last, because other frameworks and plugins in the config can change shared objects.
  if (assignment.round === "first") {
    reporter.doing("the run of the config in the plugin's folder");
    const problem = await tryOwnConfig(found, label, (...found) => trial.reportMistakes(...found));
    if (problem !== undefined) reporter.find(problem);
  }
  return { passesRun, loaded: true };
}

/** Runs the assignment. Reports exceptions in adapters and frameworks as findings. */
async function main(): Promise<void> {
  try {
    send({ kind: "done", ...(await work()) });
  } catch (thrown) {
    const carried = diagnosticOf(thrown);
    if (carried === undefined) throw thrown;
    reporter.find(carried);
    send({ kind: "done", passesRun: 0, loaded: false });
  }
}

await main();
