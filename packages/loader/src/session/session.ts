import { type PassCatalogue, type PassManagerBuilder, type Plan, toPassManager } from "@passwright/builder";
import { type Diagnostic, type Owner, PassManager, PassRegistry, type RunResult } from "@passwright/core";
import { type Framework } from "@passwright/sdk";
import { type CheckedConfig } from "../config/config.ts";
import { type TapSummary } from "../hooks/hook-set.ts";
import { type LoaderHooks } from "../hooks/loader-hooks.ts";
import { copyOf, type SessionHookSet } from "../hooks/session-hooks.ts";
import { type PluginPackage } from "../package/read-package.ts";

/** What a session is made of. */
export interface SessionParts {
  readonly config: CheckedConfig;
  readonly framework: Framework<object>;
  /** Its name and the version of its package. */
  readonly owner: Owner;
  /** In alphabetical order, whatever the order in the config. */
  readonly plugins: readonly PluginPackage[];
  readonly catalogue: PassCatalogue;
  readonly builder: PassManagerBuilder;
  /** What plugins tapped, in the order of the calls. */
  readonly taps: readonly TapSummary[];
  /** Absent if there are errors. */
  readonly plan?: Plan;
}

/** What loading came to. Without a session there is an error among the diagnostics. */
export interface LoadResult {
  readonly session?: Session;
  readonly diagnostics: readonly Diagnostic[];
}

/** A manager that is ready to run, or what stands in its way. */
export type ManagerResult =
  | { readonly ok: true; readonly manager: PassManager<object> }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Who is told of runs. */
interface RunHooks {
  readonly program: LoaderHooks | undefined;
  readonly plugins: SessionHookSet;
}

/** A framework and its plugins, loaded as a config names them, the plan that they make together, and its runs. */
export class Session implements SessionParts {
  readonly config: CheckedConfig;
  readonly framework: Framework<object>;
  readonly owner: Owner;
  readonly plugins: readonly PluginPackage[];
  readonly catalogue: PassCatalogue;
  readonly builder: PassManagerBuilder;
  readonly taps: readonly TapSummary[];
  readonly plan?: Plan;
  readonly #loadRest: () => Promise<readonly Diagnostic[]>;
  readonly #hooks: RunHooks;

  /** @internal `loadRest` loads what planning could do without. */
  constructor(parts: SessionParts, loadRest: () => Promise<readonly Diagnostic[]>, hooks: RunHooks) {
    this.config = parts.config;
    this.framework = parts.framework;
    this.owner = parts.owner;
    this.plugins = parts.plugins;
    this.catalogue = parts.catalogue;
    this.builder = parts.builder;
    this.taps = parts.taps;
    if (parts.plan !== undefined) this.plan = parts.plan;
    this.#loadRest = loadRest;
    this.#hooks = hooks;
  }

  /** Loads the code and the IR that planning could do without, and makes the plan an ordinary manager. */
  async makeManager(): Promise<ManagerResult> {
    const problems = [...(await this.#loadRest())];
    if (problems.length > 0) return { ok: false, diagnostics: problems };
    const unready = await this.framework.ir.load?.();
    if (unready !== undefined) problems.push(unready);
    const manager = new PassManager(this.framework.ir, { anchor: this.framework.anchor });
    manager.registry = new PassRegistry();
    for (const { definition, owner } of this.catalogue.entries()) {
      if (definition !== undefined) manager.registry.registerPass(definition, owner);
    }
    if (this.plan !== undefined) {
      problems.push(...toPassManager(this.plan, this.catalogue, manager));
    }
    return problems.length > 0 ? { ok: false, diagnostics: problems } : { ok: true, manager };
  }

  /**
   * Runs a manager of this session on an operation, and tells the hooks. A plugin's tap that throws fails the run: before it,
   * nothing runs.
   */
  async run(manager: PassManager<object>, op: object): Promise<RunResult> {
    const { program, plugins } = this.#hooks;
    program?.beforeRun.call(op, manager);
    const refusal = plugins.tell("beforeRun", () => [op]);
    if (refusal !== undefined) return { succeeded: false, diagnostics: [refusal], failures: [] };
    const result = await manager.runAsync(op);
    program?.afterRun.call(op, result);
    const { succeeded, diagnostics } = result;
    const complaint = plugins.tell("afterRun", () => [op, copyOf({ succeeded, diagnostics })]);
    if (complaint === undefined) return result;
    return { ...result, succeeded: false, diagnostics: [...diagnostics, complaint] };
  }
}
