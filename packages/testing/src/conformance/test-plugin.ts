import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "@passwright/core";
import { findFramework, folderOf, Project } from "../zoo/project.ts";
import type { Skeleton } from "../zoo/skeleton.ts";
import { skeletons as allSkeletons } from "../zoo/skeletons.ts";
import { firstDifference } from "./difference.ts";
import * as errors from "./errors.ts";
import type { Assignment, Input } from "./protocol.ts";
import { makeReport } from "./report.ts";
import type { PluginReport } from "./report.ts";
import { supervise } from "./supervise.ts";
import type { WorkerResult } from "./supervise.ts";

/** What {@link testPlugin} is given. */
export interface TestPluginOptions {
  /** The folder of the plugin's package, with its code built. */
  readonly plugin: string | URL;
  /** Options of the plugin, as a config would give them. */
  readonly options?: { readonly [name: string]: unknown };
  /** The framework to try it with: a package that the plugin's code could import, or a path. */
  readonly framework?: string;
  /** In place of a framework: skeletons that it is tried with. All of the kit's if neither is given. */
  readonly skeletons?: readonly Skeleton[];
  /** Texts to run the passes on, beside the kit's own and those in the plugin's folder `test` that end in `.mlir`. */
  readonly inputs?: readonly (string | Input)[];
  /** A module that exports `analyses`, `checks` or `window`: see `Support`. A path or URL, because it is loaded in a thread. */
  readonly support?: string | URL;
  /** How long one step may take, in milliseconds; ten seconds if left out (chosen, not measured). */
  readonly timeLimitMs?: number;
}

/** Checks that a plugin is one that others can rely on. What is wrong is answered, not thrown. */
export async function testPlugin(options: TestPluginOptions): Promise<PluginReport> {
  const { framework, skeletons = allSkeletons, inputs = [], support, timeLimitMs = 10_000 } = options;
  const plugin = folderOf(options.plugin);
  const project = new Project();
  try {
    const base: Omit<Assignment, "round"> = {
      plugin,
      folder: project.folder,
      options: options.options ?? {},
      frameworks:
        framework === undefined
          ? skeletons.map((skeleton) => ({ name: skeleton.name, path: project.addSkeleton(skeleton) }))
          : [{ name: framework, path: findFramework(framework, plugin) }],
      inputs: inputs.map((input, index) =>
        typeof input === "string" ? { name: `#${index + 1}`, text: input } : input,
      ),
      testInputs: testInputsOf(plugin),
      ...(support === undefined ? {} : { support: typeof support === "string" ? support : fileURLToPath(support) }),
    };
    const first = await supervise({ ...base, round: "first" }, timeLimitMs);
    const isEnded = first.findings.some(({ code }) => code.startsWith("PWT05"));
    const hasMore = !isEnded && first.observations.length > 0;
    const second = hasMore ? await supervise({ ...base, round: "second" }, timeLimitMs) : undefined;
    return makeReport(first.label, judge(first, second), first);
  } finally {
    project.remove();
  }
}

/** As many files of a plugin's tests are tried: chosen, not measured. */
const MOST_TEST_INPUTS = 20;

/** What the plugin's own tests work on knows best what its passes are for. */
function testInputsOf(plugin: string): Input[] {
  const folder = join(plugin, "test");
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".mlir"));
  return files
    .sort()
    .slice(0, MOST_TEST_INPUTS)
    .map((path) => ({ name: `test/${path.replaceAll("\\", "/")}`, text: readFileSync(join(folder, path), "utf8") }));
}

/** What differs between two threads, each with modules of its own, is chance: it explains what else was found. */
function judge(first: WorkerResult, second: WorkerResult | undefined): readonly Diagnostic[] {
  const { label, observations, findings } = first;
  const others = new Map((second?.observations ?? []).map((one) => [one.key, one.text]));
  const chance = new Map<string, Diagnostic>();
  for (const { key, text, of } of observations) {
    const other = others.get(key);
    if (other === undefined || other === text) continue;
    const notes = firstDifference(text, other, "in another thread");
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
