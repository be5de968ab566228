import type { PlanStep } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import { loadOrders, loadSession } from "@passwright/loader";
import type { LoadResult, Session } from "@passwright/loader";
import { stableText } from "../permutations/plan-permutations.ts";
import type { PluginToTry, Project } from "../zoo/project.ts";
import * as errors from "./errors.ts";
import { pipelinesOf } from "./pipelines.ts";
import type { PipelineOfSession } from "./pipelines.ts";
import { firstDifference } from "./difference.ts";
import type { Labels } from "./difference.ts";
import type { Reporter } from "./protocol.ts";

/**
 * Maximum number of frameworks with which the kit tries all load orders of the plugins. The kit tries each further
 * framework with one load order.
 */
const MOST_PERMUTED = 2;

/** Maximum number of plugins, including decoys, in the configs for load orders: four plugins have 24 orders. */
const MOST_TOGETHER = 4;

/**
 * Returns whether an error shows only that the plugin does not fit this framework, and does not show a mistake in the
 * plugin.
 */
const isMisfit = ({ code, similar, pluginKind }: Diagnostic): boolean =>
  code === "PWL0110" ||
  (code === "PWL0309" && similar === undefined && pluginKind === undefined) ||
  (code.startsWith("PWB") && !["PWB0001", "PWB0301", "PWB0305"].includes(code));

/**
 * Result of loading a config, and a text that describes the result. Later calls of the builder do not change the text.
 */
type Loaded = LoadResult & { readonly text: string };

function difference(first: Loaded, other: Loaded, labels: Labels): string[] | undefined {
  return first.text === other.text ? undefined : firstDifference(first.text, other.text, labels);
}

function isPlanned(session: Session | undefined): session is Session {
  return session !== undefined && (session.plan ?? session.graph) !== undefined;
}

function describeStep({ address, because, options, nests, notes = [] }: PlanStep): string {
  const inside = nests.map(({ anchor }) => ` in ${anchor}`).join("");
  const settings = Object.keys(options).length === 0 ? "" : ` ${stableText(options)}`;
  return [`step ${address}${settings}${inside} (${because})`, ...notes].join("; ");
}

/** Plugin to check, and everything that the checks need. */
interface PlanTrialParts {
  readonly plugin: PluginToTry;
  readonly label: string;
  readonly name: string;
  /** Other plugins that the tested plugin needs. */
  readonly others: readonly PluginToTry[];
  /** Other plugins that are loaded in some checks together with the tested plugin. */
  readonly decoys: readonly PluginToTry[];
  readonly project: Project;
  readonly reporter: Reporter;
}

/** All checks of a plugin's setup. */
export class PlanTrial {
  readonly #parts: PlanTrialParts;
  readonly #mistakes = new Set<string>();

  constructor(parts: PlanTrialParts) {
    this.#parts = parts;
  }

  /**
   * Returns a session with the first framework that fits, or `undefined` if errors of the plugin prevent further
   * checks.
   */
  async run(
    frameworks: readonly { readonly name: string; readonly path: string }[],
    round: "first" | "second",
  ): Promise<Session | undefined> {
    const misfits: string[] = [];
    let chosen: Session | undefined;
    let permuted = 0;
    for (const { name, path } of frameworks) {
      this.#parts.reporter.doing(`\`setup\` with framework \`${name}\``);
      const config = this.#parts.project.addConfig(path, [this.#parts.plugin, ...this.#parts.others]);
      // The order of these checks matters, because each check requires that the previous checks succeed.
      const first = await this.#load(config);
      if (round === "first") this.reportMistakes(first.diagnostics);
      const wrong = first.diagnostics.filter(({ severity }) => severity === "error");
      const fault = wrong.find((one) => !isMisfit(one));
      if (fault !== undefined) {
        this.#parts.reporter.find(errors.loadFailed(this.#parts.label, fault));
        return undefined;
      }
      this.#parts.reporter.observe({
        key: `setup ${name}`,
        text: first.text,
        of: { kind: "setup", framework: name },
      });
      if (!isPlanned(first.session)) {
        misfits.push(`framework \`${name}\`: ${wrong[0]?.code ?? ""}: ${wrong[0]?.message ?? ""}`);
        continue;
      }
      chosen ??= first.session;
      if (round === "second" || ++permuted > MOST_PERMUTED) continue;
      if (!(await this.#tryAgain(name, config, first)) || !(await this.#tryOrders(name, path))) return undefined;
    }
    if (chosen === undefined) this.#parts.reporter.find(errors.fitsNowhere(this.#parts.label, misfits));
    return chosen;
  }

  /**
   * Reports each diagnostic that probably shows a mistake of the plugin's author. Reports the same mistake only once,
   * even if it occurs with several frameworks. If `isForPlugin` is true, the plugin is intended for the framework, so a
   * mistyped name of a step or extension point is also a mistake.
   */
  reportMistakes(diagnostics: readonly Diagnostic[], isForPlugin = false): void {
    for (const diagnostic of diagnostics) {
      const found = errors.likelyMistake(this.#parts.label, this.#parts.name, diagnostic, isForPlugin);
      const key = JSON.stringify(found?.notes);
      if (found === undefined || this.#mistakes.has(key)) continue;
      this.#mistakes.add(key);
      this.#parts.reporter.find(found);
    }
  }

  async #tryAgain(framework: string, config: string, first: Loaded): Promise<boolean> {
    const second = await this.#load(config);
    const notes = difference(first, second, [
      "first difference, in the first setup",
      "first difference, in the second setup",
    ]);
    if (notes !== undefined) this.#parts.reporter.find(errors.setupKeepsState(this.#parts.label, framework, notes));
    return notes === undefined;
  }

  async #tryOrders(framework: string, path: string): Promise<boolean> {
    const { plugin, others, decoys } = this.#parts;
    const together = [plugin, ...others, ...decoys.slice(0, Math.max(0, MOST_TOGETHER - 1 - others.length))];
    const config = this.#parts.project.addConfig(path, together);
    const first = await this.#load(config);
    const clash = first.diagnostics.find(({ code }) => code === "PWB0001");
    if (clash !== undefined) {
      this.#parts.reporter.find(errors.loadFailed(this.#parts.label, clash));
      return false;
    }
    // Searches for mistakes again, because other plugins are now loaded too. An unknown name counts as a mistake only
    // if a similar name exists, and another plugin can define the similar name.
    this.reportMistakes(first.diagnostics);
    const names = first.session?.plugins.map(({ name }) => name) ?? [];
    for (const order of loadOrders(names)) {
      const other = await this.#load(config, order);
      const notes = difference(first, other, [
        `first difference, with load order ${names.join(", ")}`,
        `first difference, with load order ${order.join(", ")}`,
      ]);
      if (notes === undefined) continue;
      this.#parts.reporter.find(errors.dependsOnOrder(this.#parts.label, framework, notes));
      return false;
    }
    return true;
  }

  async #load(config: string, order?: readonly string[]): Promise<Loaded> {
    const [folder] = this.#parts.plugin;
    const loaded = await loadSession({ config, cwd: folder, ...(order === undefined ? {} : { order }) });
    // If planning used the manifest of a plugin, runs the plugin's `setup` now, to compare its contributions with the
    // manifest.
    const mismatches = isPlanned(loaded.session) ? await loaded.session.loadCode() : [];
    const result = mismatches.length === 0 ? loaded : { diagnostics: [...loaded.diagnostics, ...mismatches] };
    return { ...result, text: this.#describe(result) };
  }

  /** Formats the plan, the results of `add…` calls, and the diagnostics as text, with one item per line. */
  #describe({ session, diagnostics }: LoadResult): string {
    const registered = session?.graph?.registeredBy(this.#parts.name);
    const plan = (session === undefined ? [] : pipelinesOf(session)).flatMap((one) => [
      ...(one.path === undefined ? [] : [`pipeline ${one.path}`]),
      ...one.steps.map(describeStep),
      ...this.#callsIn(one),
    ]);
    const said = diagnostics.map(({ code, message }) => `${code} ${message}`).sort();
    return [...plan, ...(registered ? [`registered: ${stableText(registered)}`] : []), ...said].join("\n");
  }

  /** Formats as text the steps and rules that the plugin added. */
  #callsIn({ input }: PipelineOfSession): readonly string[] {
    const requested = (input?.contributions ?? [])
      .filter(({ contributor }) => contributor === this.#parts.name)
      .map(({ address, place, which }) => `added step: ${address} ${stableText({ place, which })}`);
    const rules = (input?.rules ?? [])
      .filter(({ contributor }) => contributor === this.#parts.name)
      .map((rule) => `rule: ${stableText({ ...rule, origin: undefined })}`);
    return [...requested, ...rules];
  }
}
