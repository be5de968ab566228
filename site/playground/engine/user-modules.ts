import { suggest } from "@passwright/core";
import { parse } from "es-module-lexer/js";
import { isModule } from "../messages.ts";
import { MODULES } from "./modules.ts";

/**
 * Key in the worker's global object under which the packages are stored. Generated modules read the packages from this
 * object and export them.
 */
const GLOBAL = "passwright playground packages";

/** Error for a problem with a module of the user. */
export class ModuleProblem extends Error {}

/** Imports the modules that users write in the editors. The modules can import packages of the playground and each other. */
export class UserModules {
  readonly #files: ReadonlyMap<string, string>;
  readonly #addresses = new Map<string, string>();
  /** Files whose imports are being resolved. */
  readonly #open = new Set<string>();

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
    (globalThis as { [GLOBAL]?: unknown })[GLOBAL] = MODULES;
  }

  /** Returns whether `import` accepts a name, which can be the name of a package or the path of a file. */
  has(name: string): boolean {
    return MODULES.has(name) || this.#files.has(fileOf(name));
  }

  async import(name: string): Promise<{ readonly default?: unknown }> {
    const there = MODULES.get(name);
    if (there !== undefined) return there;
    return (await import(this.#addressOf(name, "config"))) as { readonly default?: unknown };
  }

  #addressOf(name: string, from: string): string {
    const key = MODULES.has(name) ? name : fileOf(name);
    const known = this.#addresses.get(key);
    if (known !== undefined) return known;
    const address = MODULES.has(name) ? packageModule(name) : this.#fileModule(key, name, from);
    this.#addresses.set(key, address);
    return address;
  }

  #fileModule(file: string, name: string, from: string): string {
    const text = this.#files.get(file);
    if (text === undefined) {
      const all = [...MODULES.keys(), ...[...this.#files.keys()].filter(isModule)];
      const similar = suggest(name, all);
      const hint = similar === undefined ? `there are: ${all.join(", ")}` : `did you mean ${similar}?`;
      throw new ModuleProblem(`${from}: the playground has no \`${name}\`; ${hint}`);
    }
    if (this.#open.has(file))
      throw new ModuleProblem(`${file}: modules of the playground cannot import each other in a circle`);
    this.#open.add(file);
    let code = "";
    let end = 0;
    for (const one of importsOf(text, file)) {
      if (one.type === "import-meta" || one.specifier === undefined) continue;
      const address = this.#addressOf(one.specifier, file);
      // The range of a dynamic import includes the quotes.
      code += text.slice(end, one.start) + (one.type === "dynamic" ? JSON.stringify(address) : address);
      end = one.end;
    }
    this.#open.delete(file);
    return moduleOf(`${code}${text.slice(end)}\n//# sourceURL=${encodeURI(file)}`);
  }
}

/**
 * Returns the imports of a module. Returns an empty list for a module with a syntax error, because the import of the
 * module reports this error.
 */
function importsOf(text: string, file: string): ReturnType<typeof parse>[0] {
  try {
    return parse(text, file)[0];
  } catch {
    return [];
  }
}

/** Returns the name of the file to which an import refers: `plugin.js` for `./plugin.js`. */
const fileOf = (name: string): string => name.replace(/^\.\//, "");

/** Creates a module with the exports of a package. */
function packageModule(name: string): string {
  const names = Object.keys(MODULES.get(name) ?? {});
  const exported = names.map((one) =>
    one === "default" ? "export default all.default;" : `export const ${one} = all.${one};`,
  );
  return moduleOf(
    `const all = globalThis[${JSON.stringify(GLOBAL)}].get(${JSON.stringify(name)});\n${exported.join("\n")}`,
  );
}

const moduleOf = (code: string): string => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
