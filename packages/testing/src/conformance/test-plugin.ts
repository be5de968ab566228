import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "@passwright/core";
import { isPath } from "@passwright/loader";
import { badArgument, checkArgument, mustBePluginOptions } from "../settings.ts";
import { findNamed, folderOf, Project } from "../zoo/project.ts";
import type { Skeleton } from "../zoo/skeleton.ts";
import { skeletons as allSkeletons } from "../zoo/skeletons.ts";
import { firstDifference } from "./difference.ts";
import * as errors from "./errors.ts";
import type { Assignment, Input } from "./protocol.ts";
import { checkPublished } from "./published.ts";
import { makeReport } from "./report.ts";
import type { PluginReport } from "./report.ts";
import { supervise } from "./supervise.ts";
import type { WorkerResult } from "./supervise.ts";

/** Options of {@link testPlugin}. */
export interface TestPluginOptions {
  /** Folder of the plugin's package, which must be built, or path of a module that exports a plugin. */
  readonly plugin: string | URL;
  /** Options of the plugin, as in a config. */
  readonly options?: { readonly [name: string]: unknown };
  /**
   * Framework to test with, which has a single pipeline or a graph: the name of a package that the plugin can import, or
   * a path. A path that starts with `.` is relative to the plugin's folder, and any other path to the current folder.
   */
  readonly framework?: string;
  /**
   * Other plugins that the tested plugin needs, for example because it inserts their bundles. Each plugin is the name of
   * a package or a path, as in `framework`.
   */
  readonly plugins?: readonly string[];
  /** Skeletons to test with, if `framework` is not set. Default: all skeletons of the kit. */
  readonly skeletons?: readonly Skeleton[];
  /**
   * Additional inputs for passes. The kit also uses built-in inputs and the `.mlir` files in the folder `test` of the
   * plugin.
   */
  readonly inputs?: readonly (string | Input)[];
  /**
   * Path or URL of a module that exports `analyses`, `checks` or `window`: see `Support`. A worker thread loads the
   * module.
   */
  readonly support?: string | URL;
  /**
   * Time limit for one activity of the test, such as a run of a pass, in milliseconds. Default: 10,000.
   */
  readonly timeLimitMs?: number;
}

/**
 * Checks whether a plugin satisfies the requirements in `checks`. If the plugin has problems, returns findings and does
 * not throw an error.
 *
 * @throws UsageError PWT0605 if an option is invalid or unknown, or if the plugin or the framework does not exist.
 */
export async function testPlugin(options: TestPluginOptions): Promise<PluginReport> {
  checkArgument("testPlugin", "options", options, mustBePluginOptions);
  const { framework, plugins = [], skeletons = allSkeletons, inputs = [], support, timeLimitMs = 10_000 } = options;
  const plugin = folderOf(options.plugin);
  if (!existsSync(plugin)) throw badArgument("testPlugin", `plugin \`${plugin}\` does not exist`);
  const given = framework === undefined ? undefined : { name: framework, path: pathOf("framework", framework, plugin) };
  const project = new Project();
  try {
    const base: Omit<Assignment, "round"> = {
      plugin,
      folder: project.folder,
      options: options.options ?? {},
      others: plugins.map((one) => pathOf("plugin", one, plugin)),
      frameworks:
        given === undefined
          ? skeletons.map((skeleton) => ({ name: skeleton.name, path: project.addSkeleton(skeleton) }))
          : [given],
      inputs: inputs.map((input, index) =>
        typeof input === "string" ? { name: `#${index + 1}`, text: input } : input,
      ),
      testInputs: testInputsOf(plugin),
      ...(support === undefined ? {} : { support: typeof support === "string" ? support : fileURLToPath(support) }),
    };
    const first = await supervise({ ...base, round: "first" }, timeLimitMs);
    const isEnded = first.findings.some(({ code }) => code.startsWith("PWT05"));
    const hasMore = !isEnded && first.observations.length > 0;
    const [published, second] = await Promise.all([
      first.needs === undefined ? [] : checkPublished(plugin, first.label, first.needs, framework),
      hasMore ? supervise({ ...base, round: "second" }, timeLimitMs) : undefined,
    ]);
    return makeReport(first.label, [...judge(first, second), ...published], first);
  } finally {
    project.remove();
  }
}

/** Returns the path of a framework or of another plugin. Throws if it does not exist. */
function pathOf(kind: "framework" | "plugin", named: string, plugin: string): string {
  const found = findNamed(named, plugin);
  if (found.ok) return found.path;
  const help = isPath(named)
    ? {}
    : {
        help: `install it with \`npm install --save-dev ${named}\`, or correct \`${kind === "plugin" ? "plugins" : kind}\``,
      };
  const notes = found.tried.map((path) => `tried ${path}`);
  throw badArgument("testPlugin", `${kind} \`${named}\` does not exist`, { notes, ...help });
}

/** Maximum number of files from a plugin's tests that are used as inputs. This limit is an estimate. */
const MOST_TEST_INPUTS = 20;

/** Returns inputs from the plugin's own tests, because these inputs fit its passes best. */
function testInputsOf(plugin: string): Input[] {
  const folder = join(plugin, "test");
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".mlir"));
  return files
    .sort()
    .slice(0, MOST_TEST_INPUTS)
    .map((path) => ({ name: `test/${path.replaceAll("\\", "/")}`, text: readFileSync(join(folder, path), "utf8") }));
}

/**
 * Compares the results of two threads. Each thread loads all modules. If the results differ, the plugin is not
 * deterministic, and its other findings are only consequences.
 */
function judge(first: WorkerResult, second: WorkerResult | undefined): readonly Diagnostic[] {
  const { label, observations, findings } = first;
  const others = new Map((second?.observations ?? []).map((one) => [one.key, one.text]));
  const chance = new Map<string, Diagnostic>();
  for (const { key, text, of } of observations) {
    const other = others.get(key);
    if (other === undefined || other === text) continue;
    const what = of.kind === "setup" ? "first difference, in the " : "output of the ";
    const notes = firstDifference(text, other, [`${what}first thread`, `${what}second thread`]);
    const about = of.kind === "setup" ? "" : of.at.pass;
    if (chance.has(about)) continue;
    chance.set(
      about,
      of.kind === "setup"
        ? errors.setupNotDeterministic(label, of.framework, notes)
        : errors.passNotDeterministic(of.at, notes),
    );
  }
  const explained = findings.filter(({ code, step }) => {
    if (code.startsWith("PWT03") && step !== undefined) return !chance.has(step);
    return !(code.startsWith("PWT02") && chance.has(""));
  });
  return [...explained, ...chance.values()];
}
