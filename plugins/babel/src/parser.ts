import { extname, resolve } from "node:path";
import { parseSync } from "@babel/core";
import type { types } from "@babel/core";

type BabelOptions = NonNullable<Parameters<typeof parseSync>[1]>;

type Parse<Options> = (code: string, options: Options) => types.File | null;

interface Plugin {
  manipulateOptions?(options: object, parserOptions: object): void;
  parserOverride?(code: string, options: object, parse: Parse<object>): undefined;
}

/** Complete options that Babel computes for a file, with loaded plugins. */
interface Completed {
  readonly plugins: readonly Plugin[];
  readonly parserOpts: { readonly plugins: readonly unknown[] };
  readonly generatorOpts: object;
}

/** Configuration keys whose effect depends on the whole path of a file, and not only on the file extension. */
const OF_FILES = ["env", "exclude", "extends", "ignore", "include", "only", "overrides", "presets", "test"];

function copyOf({ parserOpts, generatorOpts, ...rest }: Completed): Completed {
  return {
    ...rest,
    parserOpts: { ...parserOpts, plugins: [...parserOpts.plugins] },
    generatorOpts: { ...generatorOpts },
  };
}

/**
 * Returns a function that parses like `parseSync`, but computes the complete options only once for each file extension.
 */
export function parserOf(options: BabelOptions): Parse<string> {
  const known = new Map<string, Parse<string>>();
  const isShared = !OF_FILES.some((key) => key in options);

  /** Parses with Babel, and records the options before plugins change them. */
  const parseFirst: Parse<string> = (code, filename) => {
    let completed: Completed;
    const spy: Plugin & { readonly name: string } = {
      name: "spy",
      manipulateOptions: (given) => void (completed = copyOf(given as Completed)),
      parserOverride(_code, _options, parse): undefined {
        const plugins = completed.plugins.slice(1);
        if (!isShared || plugins.some(({ parserOverride }) => parserOverride !== undefined)) return;
        known.set(extname(filename), (text, name) => {
          const own = Object.assign(copyOf({ ...completed, plugins }), { filename: name });
          Object.assign(own.parserOpts, { sourceFileName: name });
          for (const plugin of plugins) plugin.manipulateOptions?.(own, own.parserOpts);
          return parse(text, own.parserOpts);
        });
      },
    };
    const plugins = [spy, ...(options.plugins ?? [])] as never[];
    return parseSync(code, { ...options, filename, plugins }) as types.File | null;
  };

  return (code, filename) => {
    try {
      const file = known.get(extname(filename))?.(code, resolve(filename));
      if (file) return file;
    } catch {
      // Ignores the error, and parses again with `parseSync`, which adds the file, an excerpt and advice to the error.
    }
    return parseFirst(code, filename);
  };
}
