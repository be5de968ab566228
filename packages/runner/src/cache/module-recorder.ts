import nodeModule, { createRequire } from "node:module";
import type { ResolveFnOutput, ResolveHookContext } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";

/** A module that `import` or `require` requested. */
export interface ModuleRequest {
  /** Whether code requested the module with `import` or with `require`. */
  readonly kind: "import" | "require";
  /** Module specifier, as written in the `import` or `require`. */
  readonly name: string;
  /** URL of the requesting module. `undefined` for a module that `jiti` loaded, because `jiti` itself resolves names. */
  readonly parent: string | undefined;
  /** URL of the module that was found. */
  readonly url: string;
}

/**
 * Records the modules that code in this thread requests after recording starts, including modules that are already
 * loaded.
 */
export class ModuleRecorder {
  readonly #all: () => readonly ModuleRequest[];
  /** Index of the next request that {@link take} returns. */
  #next: number;
  /** Paths of the modules that `jiti` loaded and that {@link take} has returned. */
  readonly #transpiled = new Set<string>();
  /**
   * Function that returns all requests recorded so far. All recorders share one set of hooks, because older versions of
   * Node cannot remove hooks.
   */
  static #recorded: (() => readonly ModuleRequest[]) | undefined;

  /** Starts recording. */
  static start(): ModuleRecorder {
    ModuleRecorder.#recorded ??= "registerHooks" in nodeModule ? recordWithHooks() : recordOnOldNode();
    return new ModuleRecorder(ModuleRecorder.#recorded);
  }

  private constructor(all: () => readonly ModuleRequest[]) {
    this.#all = all;
    this.#next = all().length;
  }

  /** Returns the requests since the last call. */
  take(): readonly ModuleRequest[] {
    const requests = this.#all().slice(this.#next);
    this.#next += requests.length;
    return [...requests, ...this.#takeTranspiled()];
  }

  /**
   * Returns the new modules that `jiti` loaded. `jiti` adds each of these modules to `require.cache`, with its own
   * function `require`.
   */
  #takeTranspiled(): readonly ModuleRequest[] {
    const modules = Object.entries(createRequire(import.meta.url).cache);
    return modules.flatMap(([path, module]) => {
      if (module === undefined || !Object.hasOwn(module, "require") || this.#transpiled.has(path)) return [];
      this.#transpiled.add(path);
      const url = pathToFileURL(path).href;
      return [{ kind: "require", name: url, parent: undefined, url }];
    });
  }
}

type Resolve<R> = (name: string, context: ResolveHookContext, next: (name: string) => R) => R;

/** Members of `node:module` that only newer versions of Node have. */
interface NewModule {
  registerHooks(hooks: { resolve: Resolve<ResolveFnOutput> }): void;
}

/** Starts recording with hooks in this thread, for `import` and `require`. Requires Node 22.15 or newer. */
function recordWithHooks(): () => readonly ModuleRequest[] {
  const requests: ModuleRequest[] = [];
  (nodeModule as unknown as NewModule).registerHooks({
    resolve(name, context, next) {
      const found = next(name);
      const kind = context.conditions.includes("require") ? "require" : "import";
      requests.push({ kind, name, parent: context.parentURL, url: found.url });
      return found;
    },
  });
  return () => requests;
}

/** Source code of the module that contains the hooks. Older versions of Node run the hooks in a separate thread. */
const HOOKS = `
let port;
export function initialize(own) { port = own; }
export async function resolve(name, context, next) {
  const found = await next(name);
  port.postMessage({ kind: "import", name, parent: context.parentURL, url: found.url });
  return found;
}`;

interface OldModule {
  _resolveFilename(name: string, parent: { readonly filename?: string | null } | null, ...rest: unknown[]): string;
}

/**
 * Starts recording on older versions of Node. Uses hooks in a separate thread for `import`, and replaces the function
 * that `require` uses to resolve names.
 */
function recordOnOldNode(): () => readonly ModuleRequest[] {
  const requests: ModuleRequest[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  nodeModule.register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, { data: port2, transferList: [port2] });
  const module = nodeModule as unknown as OldModule;
  const original = module._resolveFilename;
  module._resolveFilename = function resolveFilename(name, parent, ...rest) {
    const file = original.call(this, name, parent, ...rest);
    const from = parent?.filename ?? undefined;
    // A request without a parent is from an `import`. The hooks already record these requests.
    if (from !== undefined && !nodeModule.isBuiltin(file))
      requests.push({ kind: "require", name, parent: pathToFileURL(from).href, url: pathToFileURL(file).href });
    return file;
  };
  return () => {
    // Node waits for the hooks before it loads a module, so all messages of the hooks have arrived.
    for (let one = receiveMessageOnPort(port1); one !== undefined; one = receiveMessageOnPort(port1))
      requests.push((one as { readonly message: ModuleRequest }).message);
    return requests;
  };
}

/** Resolves the name of a request again. Returns `undefined` if the module does not exist. */
export function resolveAgain(
  { kind, name, parent }: ModuleRequest,
  resolveImport: (name: string, parent: string) => string,
): string | undefined {
  if (parent === undefined) return name;
  try {
    if (kind === "import") return resolveImport(name, parent);
    return pathToFileURL(nodeModule.createRequire(fileURLToPath(parent)).resolve(name)).href;
  } catch {
    return undefined;
  }
}
