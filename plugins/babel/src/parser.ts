import { extname, resolve } from "node:path";
import { parseSync } from "@babel/core";
import type { types } from "@babel/core";

type BabelOptions = NonNullable<Parameters<typeof parseSync>[1]>;

type Parse = (code: string, options: object) => types.File;

interface Plugin {
  manipulateOptions?(options: object, parserOptions: object): void;
  parserOverride?(code: string, options: object, parse: Parse): undefined;
}

/** Options as Babel completes them for a file, with loaded plugins. */
interface Completed {
  readonly plugins: readonly Plugin[];
  readonly parserOpts: { readonly plugins: readonly unknown[] };
  readonly generatorOpts: object;
}

/** Keys whose effect depends on more of a file than its extension. */
const OF_FILES = ["env", "exclude", "extends", "ignore", "include", "only", "overrides", "presets", "test"];

function copyOf({ parserOpts, generatorOpts, ...rest }: Completed): Completed {
  return {
    ...rest,
    parserOpts: { ...parserOpts, plugins: [...parserOpts.plugins] },
    generatorOpts: { ...generatorOpts },
  };
}

/** Parses with a configuration as `parseSync` does, but loads it only once for each extension. */
export class Parser {
  readonly #options: BabelOptions;
  readonly #known = new Map<string, { readonly completed: Completed; readonly parse: Parse }>();

  constructor(options: BabelOptions) {
    this.#options = options;
  }

  parse(code: string, filename: string): object | null {
    try {
      const file = this.#parseAgain(code, resolve(filename));
      if (file !== undefined) return file;
    } catch {
      // `parseSync` adds the file, an excerpt and advice to the error.
    }
    return this.#parseFirst(code, filename);
  }

  #parseAgain(code: string, filename: string): types.File | undefined {
    const known = this.#known.get(extname(filename));
    if (known === undefined) return undefined;
    const options = Object.assign(copyOf(known.completed), { filename });
    Object.assign(options.parserOpts, { sourceFileName: filename });
    for (const plugin of options.plugins) plugin.manipulateOptions?.(options, options.parserOpts);
    return known.parse(code, options.parserOpts);
  }

  /** Parses with Babel, and records the options before plugins change them. */
  #parseFirst(code: string, filename: string): object | null {
    let completed: Completed | undefined;
    const spy: Plugin = {
      manipulateOptions: (options) => void (completed = copyOf(options as Completed)),
      parserOverride: (_code, _options, parse): undefined => {
        const [, ...plugins] = completed?.plugins ?? [];
        const isOwn = plugins.some(({ parserOverride }) => parserOverride !== undefined);
        if (completed === undefined || isOwn || OF_FILES.some((key) => key in this.#options)) return;
        this.#known.set(extname(filename), { completed: { ...completed, plugins }, parse });
      },
    };
    const plugins = [{ name: "spy", ...spy }, ...(this.#options.plugins ?? [])] as never[];
    return parseSync(code, { ...this.#options, filename, plugins }) as object | null;
  }
}
