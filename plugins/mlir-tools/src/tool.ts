import { definePass } from "@passwright/core";
import type { OptionSpecs, PassDeclaration, PassDefinition, PassReads } from "@passwright/core";
import { Context, createMlirAdapter, dialects } from "@passwright/ir";
import type { MlirAdapter, Operation } from "@passwright/ir";
import { tmpdir } from "node:os";
import { makeToolAdapter } from "./adapter.ts";
import { readCache, writeCache } from "./discovery/cache.ts";
import { discover } from "./discovery/discover.ts";
import { optionSpecs } from "./discovery/option-spec.ts";
import type { Discovered, ToolPass } from "./discovery/tool-pass.ts";
import { describeWanted, findProgram } from "./program.ts";
import type { Program, Wanted } from "./program.ts";
import { defaultTypes } from "./pass-types.ts";
import { nameInTool } from "./run/pipeline-text.ts";
import { batchFor } from "./run/tool-batch.ts";

/** Settings of {@link mlirTool}. */
export interface MlirToolSettings {
  /** Names of programs on the PATH, or paths of programs. The tool uses the first program that exists. */
  readonly program: string | readonly string[];
  /** Environment variable that overrides `program`. */
  readonly env?: string;
  /** Prefix for the names of the program's passes in Passwright: with `mlir-`, `cse` is named `mlir-cse`. */
  readonly prefix?: string;
  /** Arguments for every run of the program, such as `--allow-unregistered-dialect` or `--load-pass-plugin=…`. */
  readonly arguments?: readonly string[];
  /** Folder for reproducers of crashes. Default: the system's folder for temporary files. */
  readonly reproducers?: string;
  /**
   * Whether the program measures times and statistics of its passes. If true, each step reports its time and statistics
   * as a remark.
   */
  readonly report?: boolean;
}

/** Declaration of a program's pass, with the settings of `definePass` except the name and the code. */
export type ToolPassDeclaration = Omit<PassDeclaration, "name"> & {
  /**
   * Options of the pass with defaults that the author of the plugin sets. The program always receives these options.
   * Other options of the pass are discovered from the program.
   */
  readonly options?: OptionSpecs;
};

/** Facts that were discovered about a program, with the passes of the program by name. */
interface Found {
  readonly passes: ReadonlyMap<string, ToolPass>;
  readonly emitsBytecode: boolean;
}

/** Definition of a pass, with the discovered facts (`found`) and the declaration from which it was made. */
interface Defined {
  readonly found: ToolPass | undefined;
  readonly declaration: ToolPassDeclaration;
  readonly definition: PassDefinition<Operation>;
}

/**
 * Tool that runs the passes of a program such as `mlir-opt`. The program does not have to exist until one of its passes
 * runs.
 */
export class MlirTool {
  /** Prefix for the names of the program's passes in Passwright. */
  readonly prefix: string;
  readonly #wanted: Wanted;
  readonly #arguments: readonly string[];
  readonly #batch: ReturnType<typeof batchFor>;
  #program: { readonly found: Program | undefined } | undefined;
  #discovered: { readonly found: Found | undefined; readonly isCached: boolean } | undefined;
  #ir: MlirAdapter | undefined;
  readonly #defined = new Map<string, Defined[]>();

  /** Programs and environment variables that affect the results of the tool's passes. */
  get #reads(): PassReads {
    const { names, variable } = this.#wanted;
    return variable === undefined ? { programs: names } : { programs: [`$${variable}`, ...names] };
  }

  constructor({ program, env, prefix = "", arguments: args = [], ...settings }: MlirToolSettings) {
    this.prefix = prefix;
    const names = typeof program === "string" ? [program] : program;
    this.#wanted = { names, ...(env === undefined ? {} : { variable: env }) };
    this.#arguments = args;
    this.#batch = batchFor({
      args,
      reproducers: settings.reproducers ?? tmpdir(),
      isReporting: settings.report === true,
      wanted: describeWanted(this.#wanted),
      find: () => this.program,
      emitsBytecode: () => this.#found()?.emitsBytecode === true,
      knownNames: (wanted) => {
        if (this.#known()?.has(wanted) === false) this.#askAnew();
        const known = this.#known();
        return known === undefined ? undefined : new Set(known.keys());
      },
    });
  }

  /** Program, or `undefined` if the program does not exist. The search runs only once. */
  get program(): Program | undefined {
    this.#program ??= { found: findProgram(this.#wanted) };
    return this.#program.found;
  }

  /** Message that names the missing program. `undefined` if the program exists. */
  get lacks(): string | undefined {
    return this.program === undefined ? `${describeWanted(this.#wanted)} is not on the PATH` : undefined;
  }

  /**
   * IR adapter for the tool's passes. Uses the embedded IR, and uses the program to parse and print the custom form of
   * dialects that the embedded IR does not know.
   */
  get ir(): MlirAdapter {
    if (this.#ir === undefined) {
      // Does not verify the IR, because the embedded IR does not know most dialects. The program verifies the IR
      // instead.
      const base = createMlirAdapter(new Context({ dialects, allowUnregistered: true }));
      this.#ir = makeToolAdapter(base, () => this.program, this.#arguments);
    }
    return this.#ir;
  }

  /**
   * Returns the pass that has the given name in the program. In Passwright, the name of the pass starts with the
   * prefix. A summary, an anchor and options that the declaration does not contain are discovered from the program or
   * the cache. A missing program or pass is an error only when the pass runs (PWM0101, PWM0107).
   */
  pass(name: string, declaration: ToolPassDeclaration = {}): PassDefinition<Operation> {
    const found = this.#known()?.get(name);
    return this.#define(name, found, declaration);
  }

  /**
   * Returns all passes and named pipelines of the program. `declarations` adds settings to some of these passes, by
   * name. If the passes cannot be discovered, returns only the passes in `declarations`.
   */
  passes(declarations: { readonly [name: string]: ToolPassDeclaration } = {}): PassDefinition<Operation>[] {
    const known = this.#known();
    const names = new Set([...(known?.keys() ?? []), ...Object.keys(declarations)]);
    return [...names].sort().map((name) => this.#define(name, known?.get(name), declarations[name] ?? {}));
  }

  /** Returns the definition of a pass. Returns the same object for equal declarations of the same pass. */
  #define(name: string, found: ToolPass | undefined, declaration: ToolPassDeclaration): PassDefinition<Operation> {
    const known = this.#defined.get(name) ?? [];
    this.#defined.set(name, known);
    const same = known.find((one) => one.found === found && isSameDeclaration(one.declaration, declaration));
    if (same !== undefined) return same.definition;
    const definition = this.#makeDefinition(name, found, declaration);
    known.push({ found, declaration, definition });
    return definition;
  }

  #makeDefinition(
    name: string,
    found: ToolPass | undefined,
    { options = {}, ...declaration }: ToolPassDeclaration,
  ): PassDefinition<Operation> {
    const batch = this.#batch;
    const types = defaultTypes(name);
    const definition = definePass<Operation, OptionSpecs>({
      ...(found === undefined ? {} : { summary: found.summary }),
      ...(found?.anchor === undefined ? {} : { anchor: found.anchor }),
      ...(types === undefined ? {} : { types }),
      reads: this.#reads,
      ir: "mlir",
      ...declaration,
      name: `${this.prefix}${name}`,
      options: { ...optionSpecs(found?.options ?? []), ...options },
      create: (values) => ({
        batch,
        runOnOperation: (op, pass) => batch.runAlone(op, values, pass),
      }),
    });
    nameInTool(definition as PassDefinition<Operation>, name);
    return definition as PassDefinition<Operation>;
  }

  /** Returns the passes of the program by name, from the cache or the program itself. */
  #known(): ReadonlyMap<string, ToolPass> | undefined {
    return this.#found()?.passes;
  }

  #found(): Found | undefined {
    if (this.#discovered === undefined) {
      const { program } = this;
      const cached = program && readCache(program, this.#arguments);
      this.#discovered = cached === undefined ? this.#ask() : { found: foundIn(cached), isCached: true };
    }
    return this.#discovered.found;
  }

  /**
   * Runs the program again if the facts about the program came from the cache, and updates the cache. Runs the program
   * at most once per tool.
   */
  #askAnew(): void {
    if (this.#discovered?.isCached === true) this.#discovered = this.#ask();
  }

  #ask(): { readonly found: Found | undefined; readonly isCached: false } {
    const { program } = this;
    const found = program && discover(program, this.#arguments);
    if (program !== undefined && found !== undefined) writeCache(program, this.#arguments, found);
    return { found: found && foundIn(found), isCached: false };
  }
}

function isSameDeclaration(
  { options: ours = {}, ...left }: ToolPassDeclaration,
  { options: theirs = {}, ...right }: ToolPassDeclaration,
): boolean {
  const textOf = (declaration: object): string => JSON.stringify(Object.entries(declaration).sort());
  const names = Object.keys({ ...ours, ...theirs });
  return textOf(left) === textOf(right) && names.every((name) => ours[name] === theirs[name]);
}

function foundIn({ passes, emitsBytecode }: Discovered): Found {
  return { passes: new Map(passes.map((pass) => [pass.name, pass])), emitsBytecode };
}

/** Makes a tool for a program such as `mlir-opt`. */
export function mlirTool(settings: MlirToolSettings): MlirTool {
  return new MlirTool(settings);
}
