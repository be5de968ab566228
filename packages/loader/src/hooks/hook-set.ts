import {
  assertNever,
  type Diagnostic,
  diagnosticOf,
  hasControlCharacters,
  invariant,
  UsageError,
} from "@passwright/core";
import { type HookDeclarations, type HookKind, type TapOptions } from "@passwright/sdk";
import type { Hook } from "tapable";
import { type Activity, during } from "../activity.ts";
import { keepCause, thrownText } from "../cause.ts";
import * as errors from "./errors.ts";
import { orderTaps, type TapRequest } from "./tap-order.ts";

type TapFunction = (...args: readonly unknown[]) => unknown;
type TapableModule = typeof import("tapable");

interface Tap extends TapRequest {
  /** Absent while it is only declared. */
  readonly run?: TapFunction;
}

/** A tap for those who explain: which hook, what it is called, whose it is. */
export interface TapSummary {
  readonly hook: string;
  readonly tap: string;
  readonly plugin: string;
}

/** One hook between its declaration and its first call. */
interface OpenHook {
  readonly name: string;
  readonly kind: HookKind;
  readonly args: readonly string[];
  readonly taps: Tap[];
  /** tapable's hook, when all taps are known. */
  hook?: Hook<unknown[], unknown>;
}

/** What does nothing by the time that it returns. */
const NOT_SYNCHRONOUS = new Map([
  ["[object AsyncFunction]", "an async function"],
  ["[object AsyncGeneratorFunction]", "an async generator"],
  ["[object GeneratorFunction]", "a generator"],
]);

interface Tapping {
  tap(options: unknown, run: unknown): void;
  tapAsync(options: unknown, run: unknown): void;
  tapPromise(options: unknown, run: unknown): void;
}

function nameOf(options: unknown): string | undefined {
  const name = typeof options === "string" ? options : (options as Partial<TapOptions> | undefined)?.name;
  return typeof name === "string" ? name : undefined;
}

const isPromise = (value: unknown): boolean => typeof (value as { then?: unknown } | undefined)?.then === "function";

/**
 * The hooks of a framework. They are tapable's; but plugins tap through a facade, which collects the taps, so that their
 * order is ours, errors carry the plugin's name, and asynchronous functions are refused where nobody would wait for them.
 */
export class HookSet {
  readonly #hooks: ReadonlyMap<string, OpenHook>;
  readonly #framework: string;
  readonly #problems: Diagnostic[] = [];
  readonly #asked = new Map<string, Set<string>>();
  #isSealed = false;

  constructor(framework: string, declarations: HookDeclarations) {
    this.#framework = framework;
    this.#hooks = new Map(
      Object.entries(declarations).map(([name, declaration]) => [name, { name, ...shapeOf(declaration), taps: [] }]),
    );
  }

  /** What the framework gets: hooks that it may call, once they are sealed, and tap. */
  forFramework(): { readonly [name: string]: { call: TapFunction } } {
    return this.#facade(this.#framework, (open) => ({
      ...this.#tappable(open, this.#framework),
      call: (...args: readonly unknown[]): unknown => this.#call(open, args),
    }));
  }

  /** What a plugin gets: hooks that it may tap, and no more. */
  forPlugin(plugin: string): { readonly [name: string]: object } {
    return this.#facade(plugin, (open) => this.#tappable(open, plugin));
  }

  /** Notes a tap that is known from a manifest, before the code that makes it. */
  declare(plugin: string, { hook, ...options }: TapOptions & { readonly hook: string }): void {
    const open = this.#hooks.get(hook);
    if (open === undefined)
      this.#problems.push(errors.unknownHook(hook, plugin, this.#framework, [...this.#hooks.keys()]));
    else open.taps.push(tapOf(open, plugin, options));
  }

  /** Forgets the taps that are only declared, so that code can make them; they are to be sealed again then. */
  reopen(): void {
    this.#isSealed = false;
    this.#problems.length = 0;
    for (const { taps } of this.#hooks.values()) {
      taps.splice(0, taps.length, ...taps.filter(({ run }) => run !== undefined));
    }
  }

  /** What a plugin tapped so far, as manifests declare it. */
  tapsOf(plugin: string): readonly (TapOptions & { readonly hook: string })[] {
    return [...this.#hooks.values()].flatMap(({ name, taps }) =>
      taps
        .filter((tap) => tap.plugin === plugin)
        .map(({ tap, before, stage }) => ({
          hook: name,
          name: tap,
          ...(before.length === 0 ? {} : { before }),
          ...(stage === 0 ? {} : { stage }),
        })),
    );
  }

  /** Ends the tapping and answers all that was wrong with it. `plugins` are names that `before` may give besides taps. */
  seal(plugins: readonly string[]): readonly Diagnostic[] {
    this.#isSealed = true;
    const problems = [...this.#problems];
    for (const open of this.#hooks.values()) {
      const known = [...new Set([...open.taps.map(({ tap }) => tap), ...plugins])].sort();
      const unknown = open.taps.flatMap(({ tap, plugin, before }) =>
        before
          .filter((target) => !known.includes(target))
          .map((target) => errors.unknownBefore(open.name, tap, plugin, target, known)),
      );
      problems.push(...unknown);
      const ordered = orderTaps(open.taps);
      if (!ordered.ok) problems.push(errors.tapCycle(open.name, ordered.cycle));
      else open.taps.splice(0, open.taps.length, ...ordered.order);
    }
    return problems.sort((left, right) =>
      `${left.plugin}${left.message}` < `${right.plugin}${right.message}` ? -1 : 1,
    );
  }

  /** All taps, by hook as the framework declares them, in the order in which they are called. */
  get taps(): readonly TapSummary[] {
    return [...this.#hooks.values()].flatMap(({ name, taps }) =>
      taps.map(({ tap, plugin }) => ({ hook: name, tap, plugin })),
    );
  }

  /** Hands the taps to tapable, in their order, before anything runs. Until then nothing of tapable is loaded. */
  async connect(): Promise<void> {
    if (this.#hooks.size === 0) return;
    const tapable = (await import("tapable")).default;
    for (const open of this.#hooks.values()) open.hook ??= makeHook(tapable, open);
  }

  /** Hooks that a party looked for and that are not there: harmless with `?.`, and what it threw about without. */
  unknownAskedBy(party: string): readonly Diagnostic[] {
    const known = [...this.#hooks.keys()];
    return [...(this.#asked.get(party) ?? [])].map((name) => errors.unknownHook(name, party, this.#framework, known));
  }

  #facade<T>(party: string, make: (open: OpenHook) => T): { readonly [name: string]: T } {
    const made = Object.freeze(
      Object.fromEntries([...this.#hooks].map(([name, open]) => [name, Object.freeze(make(open))])),
    );
    // A plugin for several frameworks may look whether a hook is there: that is no error, but remembered.
    return new Proxy(made, {
      get: (target, key, receiver): unknown => {
        if (typeof key === "string" && !Object.hasOwn(target, key)) {
          this.#asked.set(party, (this.#asked.get(party) ?? new Set()).add(key));
          return undefined;
        }
        return Reflect.get(target, key, receiver);
      },
    });
  }

  #tappable(open: OpenHook, plugin: string): Tapping {
    const refuse = (method: string) => (options: unknown) => {
      const name = nameOf(options) ?? "";
      this.#problems.push(errors.asyncTapMethod(open.name, name, method, plugin));
    };
    return {
      tap: (options, run) => this.#tap(open, plugin, options, run),
      tapAsync: refuse("tapAsync"),
      tapPromise: refuse("tapPromise"),
    };
  }

  #tap(open: OpenHook, plugin: string, options: unknown, run: unknown): void {
    if (this.#isSealed) throw new UsageError(errors.tappedTooLate(open.name, plugin));
    const given = typeof options === "string" ? { name: options } : (options as Partial<TapOptions> | undefined);
    const refuse = (problem: Diagnostic): void => void this.#problems.push(problem);
    if (typeof given?.name !== "string" || given.name.trim() === "") {
      return refuse(errors.badTap(open.name, plugin, "it has no name"));
    }
    if (hasControlCharacters(given.name.trim())) {
      return refuse(errors.badTap(open.name, plugin, `name \`${given.name.trim()}\` has a control character`));
    }
    if (typeof run !== "function") return refuse(errors.badTap(open.name, plugin, `\`${given.name}\` is no function`));
    const unsuitable = NOT_SYNCHRONOUS.get(Object.prototype.toString.call(run));
    if (unsuitable !== undefined) return refuse(errors.asyncTap(open.name, given.name, plugin, unsuitable));
    const { name, before = [], stage = 0 } = given as TapOptions;
    if (!Number.isFinite(stage)) return refuse(errors.badTap(open.name, plugin, "`stage` is no number"));
    if (![before].flat().every((target) => typeof target === "string")) {
      return refuse(errors.badTap(open.name, plugin, "`before` is neither a name nor a list of names"));
    }
    open.taps.push({ ...tapOf(open, plugin, { name, before, stage }), run: run as TapFunction });
  }

  #call(open: OpenHook, args: readonly unknown[]): unknown {
    if (open.hook === undefined) throw new UsageError(errors.calledTooEarly(open.name, this.#framework));
    return (open.hook as unknown as { call: TapFunction }).call(...args);
  }
}

function tapOf(open: OpenHook, plugin: string, { name, before = [], stage = 0 }: TapOptions): TapRequest {
  return {
    tap: name.trim(),
    plugin,
    index: open.taps.filter((tap) => tap.plugin === plugin).length,
    stage,
    before: typeof before === "string" ? [before] : before,
  };
}

function shapeOf({ kind, args }: HookDeclarations[string]): Pick<OpenHook, "kind" | "args"> {
  return { kind, args };
}

function makeHook(tapable: TapableModule, open: OpenHook): Hook<unknown[], unknown> {
  const hook = newHook(tapable, open);
  for (const tap of open.taps) {
    const { run } = tap;
    invariant(run !== undefined, "what is only declared was made, or was complained about, before anything runs");
    hook.tap({ name: `${tap.plugin}: ${tap.tap}` }, attributed(open.name, { ...tap, run }));
  }
  return hook;
}

function newHook(
  { SyncHook, SyncBailHook, SyncWaterfallHook }: TapableModule,
  open: OpenHook,
): Hook<unknown[], unknown> {
  const args = [...open.args] as never;
  if (open.kind === "SyncHook") return new SyncHook<unknown[], unknown>(args, open.name);
  if (open.kind === "SyncBailHook") return new SyncBailHook<unknown[], unknown>(args, open.name);
  if (open.kind === "SyncWaterfallHook") return new SyncWaterfallHook<unknown[], unknown>(args, open.name);
  return assertNever(open.kind);
}

/** The tap, with its plugin named in whatever goes wrong in it. */
function attributed(name: string, { tap, plugin, run }: Required<Tap>): TapFunction {
  const describe = (): Activity => ({ what: `calling tap \`${tap}\` of hook \`${name}\``, plugin });
  return (...args) => {
    let result: unknown;
    try {
      result = during(describe, () => run(...args));
    } catch (thrown) {
      if (diagnosticOf(thrown) !== undefined) throw thrown;
      const diagnostic = keepCause(errors.tapThrew(name, tap, plugin, thrownText(thrown)), thrown);
      throw Object.assign(new UsageError(diagnostic), { cause: thrown });
    }
    if (!isPromise(result)) return result;
    (result as Promise<unknown>).then(undefined, () => undefined);
    throw new UsageError(errors.tapAnsweredPromise(name, tap, plugin));
  };
}
