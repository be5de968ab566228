import { definePass } from "@passwright/core";
import type { OptionSpecs, PassDeclaration, PassDefinition } from "@passwright/core";
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
import type { ToolBatch } from "./run/tool-batch.ts";

/** Which program, and how its passes are called here. */
export interface MlirToolSettings {
  /** Its names on the PATH, or paths: the first that is there is taken. */
  readonly program: string | readonly string[];
  /** A variable of the environment that names the program instead, if it is set. */
  readonly env?: string;
  /** What the names of its passes begin with here: `mlir-` makes `cse` `mlir-cse`. */
  readonly prefix?: string;
  /** What it is always started with: `--allow-unregistered-dialect`, `--load-pass-plugin=…`. */
  readonly arguments?: readonly string[];
  /** The folder for reproducers of crashes; that of the system for files that nobody keeps, if it is left out. */
  readonly reproducers?: string;
  /** Have it time its passes and print what they count; each step is told its part, as a remark. */
  readonly report?: boolean;
}

/** What an author knows of a pass of a program: what `definePass` takes but for name and code. */
export type ToolPassDeclaration = Omit<PassDeclaration, "name"> & {
  /** Options with defaults of this author's, which are always written. The program's others are found out. */
  readonly options?: OptionSpecs;
};

/** What was found out about a program, passes by their names there. */
interface Found {
  readonly passes: ReadonlyMap<string, ToolPass>;
  readonly emitsBytecode: boolean;
}

/** A definition, and what it was made of. */
interface Defined {
  readonly found: ToolPass | undefined;
  readonly declaration: ToolPassDeclaration;
  readonly definition: PassDefinition<Operation>;
}

/** A program like `mlir-opt`, and its passes. It need not be there until one of them runs. */
export class MlirTool {
  readonly prefix: string;
  readonly #wanted: Wanted;
  readonly #arguments: readonly string[];
  readonly #batch: ToolBatch;
  #program: { readonly found: Program | undefined } | undefined;
  #discovered: { readonly found: Found | undefined; readonly isCached: boolean } | undefined;
  #ir: MlirAdapter | undefined;
  readonly #defined = new Map<string, Defined[]>();

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

  /** The program as it was first found; `undefined` if it is not there. */
  get program(): Program | undefined {
    this.#program ??= { found: findProgram(this.#wanted) };
    return this.#program.found;
  }

  /** Why it has no passes: what was looked for and is not there. `undefined` if the program is there. */
  get lacks(): string | undefined {
    return this.program === undefined
      ? `looked for ${describeWanted(this.#wanted)} on the PATH, and there is no such program`
      : undefined;
  }

  /**
   * The embedded IR over which its passes run. Texts that only the program can read, because they are in the custom form of
   * its dialects, are read by it, and printed by it.
   */
  get ir(): MlirAdapter {
    if (this.#ir === undefined) {
      // What is valid is for the program to say: most of its dialects are strangers here.
      const base = createMlirAdapter(new Context({ dialects, allowUnregistered: true }));
      this.#ir = makeToolAdapter(base, () => this.program, this.#arguments);
    }
    return this.#ir;
  }

  /**
   * A pass of the program by its name there, registered under prefix and name. What the author does not declare (summary,
   * anchor, options) is found out, if the program or what was once found out about it is there. Nothing fails here: a
   * program or a pass that is not there is an error when it is to run (PWM0101, PWM0107).
   */
  pass(name: string, declaration: ToolPassDeclaration = {}): PassDefinition<Operation> {
    const found = this.#known()?.get(name);
    return this.#define(name, found, declaration);
  }

  /** All its passes and named pipelines, with what `declarations` say of some; those alone if nothing can be found out. */
  passes(declarations: { readonly [name: string]: ToolPassDeclaration } = {}): PassDefinition<Operation>[] {
    const known = this.#known();
    const names = new Set([...(known?.keys() ?? []), ...Object.keys(declarations)]);
    return [...names].sort().map((name) => this.#define(name, known?.get(name), declarations[name] ?? {}));
  }

  /** The definition of a pass: the same one whenever it is asked for with the same declaration. */
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

  /** What it has, by name there: from the cache, else from the program itself. */
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

  /** Unless it was asked in this process. */
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

/** A program like `mlir-opt`, whose passes are to be passes here. */
export function mlirTool(settings: MlirToolSettings): MlirTool {
  return new MlirTool(settings);
}
