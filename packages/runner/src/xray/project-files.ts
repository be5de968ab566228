import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** Access to the packages and files of the project that contains a configuration. */
export class ProjectFiles {
  readonly #require: ReturnType<typeof createRequire>;

  constructor(config: string) {
    this.#require = createRequire(config);
  }

  /** Returns the path of a package or file, or `undefined` if the project does not contain the package or file. */
  resolve(name: string): string | undefined {
    try {
      return this.#require.resolve(name);
    } catch {
      return undefined;
    }
  }

  /** Loads a package or a file. */
  async load(name: string): Promise<{ readonly [name: string]: unknown }> {
    const path = this.resolve(name);
    if (path === undefined) throw new Error(`\`${name}\` is not installed`);
    if (path.endsWith(".json")) return { default: JSON.parse(readFileSync(path, "utf8")) as unknown };
    return (await import(pathToFileURL(path).href)) as { readonly [name: string]: unknown };
  }

  /** Loads the default export of the first package or file in `names` that exists in the project. */
  async loadDefault(...names: readonly string[]): Promise<unknown> {
    const name = names.find((one) => this.resolve(one) !== undefined) ?? names[0];
    return (await this.load(name as string))["default"];
  }
}
