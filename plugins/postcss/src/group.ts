import { defineGroup, refuse } from "@passwright/sdk";
import type { Diagnostic, GroupContext, GroupMember } from "@passwright/sdk";
import postcss, { CssSyntaxError, root } from "postcss";
import type {
  AcceptedPlugin,
  AnyNode,
  ChildNode,
  LazyResult,
  Message,
  Plugin,
  ProcessOptions,
  Result,
  Root,
} from "postcss";

/** Messages that plugins reported for a tree, in order. Some messages refer to files on which the tree depends. */
export const messagesOf = new WeakMap<object, readonly Message[]>();

/** Options of PostCSS with which the IR parsed an input. Plugins use these options, for example for other files. */
const options = new WeakMap<object, ProcessOptions>();

/** Records the options with which the IR parsed a tree. Copies of the tree have the same input and options. */
export function keepOptions(root: Root, given: ProcessOptions): Root {
  options.set(root.source?.input ?? root, given);
  return root;
}

/** Returns the name of a plugin. */
export function nameOf(plugin: unknown): string | undefined {
  return (plugin as { readonly postcssPlugin?: string } | undefined)?.postcssPlugin;
}

/**
 * Group of PostCSS's plugins: one processor runs all plugins, as in `postcss([…])`. Planning refuses other passes
 * between two members, because the result of two processors can differ from the result of a single processor.
 */
export const postcssGroup = defineGroup<AnyNode, AcceptedPlugin>({
  name: "postcss",
  splits: "refuse",
  run: (members, root, context) => new GroupRun(members, context).run(root as Root),
});

/** Position of a message or an error of PostCSS. */
type Place = Partial<Record<"line" | "column" | "endLine" | "endColumn", number>>;

class GroupRun {
  readonly #members: readonly GroupMember<AcceptedPlugin>[];
  readonly #context: GroupContext<AnyNode>;
  #root: Root | undefined;

  constructor(members: readonly GroupMember<AcceptedPlugin>[], context: GroupContext<AnyNode>) {
    this.#members = members;
    this.#context = context;
  }

  run(root: Root): void | Promise<void> {
    this.#root = root;
    const plugins = this.#members.map(({ member }) => member);
    const { input } = root.source ?? {};
    const given = options.get(input ?? root) ?? { from: input?.file };
    let result: LazyResult;
    try {
      result = postcss(plugins).process(root, given);
    } catch (thrown) {
      return this.#fail(thrown, this.#unprepared(root, given));
    }
    // After all plugins have run, PostCSS prints the tree, and may remove comments that name a source map. The IR prints
    // the tree later, so PostCSS must not print here.
    (result as unknown as { stringified: boolean }).stringified = true;
    const failed = (thrown: unknown): void => {
      const { messages, lastPlugin } = (result as unknown as { readonly result: Result }).result;
      keepMessages(root, messages);
      // The failed plugin is the last plugin that ran. PostCSS mentions the failed plugin only in its own errors.
      this.#fail(thrown, lastPlugin);
    };
    const finish = (done: Result): void => {
      become(root, done.root);
      this.#report(root, done.messages);
    };
    if (this.#context.mayWait) return result.then(finish).catch(failed);
    try {
      finish(result.sync());
    } catch (thrown) {
      try {
        // Calls `sync` again, which rethrows an error of a plugin. If a plugin returned a promise, the second call does
        // not throw. This function then returns a promise, which the run refuses.
        this.#blame(result.sync().lastPlugin);
        return Promise.resolve();
      } catch {
        failed(thrown);
      }
    }
  }

  /** Reports warnings of plugins as diagnostics. Stores all messages in {@link messagesOf}. */
  #report(root: Root, messages: readonly Message[]): void {
    keepMessages(root, messages);
    for (const { type, plugin, text, node, ...place } of messages) {
      if (type !== "warning") continue;
      this.#blame(plugin);
      const { input, start } = (node as AnyNode | undefined)?.source ?? {};
      // A warning has the position of a word or index in the node.
      const at = start && this.#placeOf(input?.file, { ...start, ...(place as Place) });
      this.#context.emitAt(at, "warning", String(text));
    }
  }

  /** Returns the plugin whose function `prepare` threw, by calling `prepare` of one plugin after another. */
  #unprepared(root: Root, given: ProcessOptions): AcceptedPlugin | undefined {
    const plugins = this.#members.flatMap(({ member }) => pluginsIn(member) ?? []);
    return plugins.find((plugin) => {
      try {
        postcss([plugin]).process(root, given);
        return false;
      } catch {
        return true;
      }
    });
  }

  #fail(thrown: unknown, plugin: unknown): void {
    const { input, start } = nodeOf(thrown)?.source ?? {};
    this.#blame(plugin, start && this.#placeOf(input?.file, start));
    if (!(thrown instanceof CssSyntaxError)) throw thrown;
    this.#context.emitAt(this.#placeOf(thrown.file, thrown), "error", thrown.reason);
    this.#context.signalPassFailure();
  }

  /**
   * Returns a position in a file. For the input file, uses the path from the run, because PostCSS makes paths absolute.
   */
  #placeOf(path: string | undefined, { line = 0, column = 0, endLine, endColumn = 0 }: Place) {
    const { input } = this.#context;
    const isInput = path === undefined || (input !== undefined && path === this.#root?.source?.input.file);
    const length = endLine === line ? endColumn - column : 0;
    return { file: (isInput ? input : path) ?? "<css>", line, column, ...(length > 0 && { length }) };
  }

  /**
   * Makes a plugin, or the preset that contains this plugin, responsible for the following diagnostics. `plugin` is the
   * plugin or its name. Does nothing if the plugin cannot be determined, because several plugins do not have names.
   */
  #blame(plugin: unknown, at?: Diagnostic["at"]): void {
    const name = typeof plugin === "string" ? plugin : nameOf(plugin);
    const named = this.#members.filter(
      (one) => one.name === name || pluginsIn(one.member)?.some((own) => nameOf(own) === name),
    );
    const [first, ...others] = named;
    const found = named.find(({ member }) => pluginsIn(member)?.includes(plugin as AcceptedPlugin)) ?? first;
    const isKnown = name !== undefined || plugin !== undefined || others.length === 0;
    if (found !== undefined && isKnown) this.#context.blame(found, at);
  }
}

/** Moves the contents of another root into the root of the run, because a plugin can replace the root of the result. */
function become(root: Root, given: Result["root"]): void {
  // Listeners get a proxy of each node, and can set the root of the result to the proxy of the same root.
  if ((given as unknown as { readonly proxyOf: object }).proxyOf === root) return;
  root.removeAll();
  const hasSameType = given.type === root.type;
  root.append((hasSameType ? given.nodes : given) as ChildNode[]);
  // A root inside a document, or a document inside a root, prints its own raws.
  root.raws = hasSameType ? given.raws : {};
}

function keepMessages(root: object, messages: readonly Message[]): void {
  messagesOf.set(root, [...(messagesOf.get(root) ?? []), ...messages]);
}

/** Returns a plugin, or the plugins of a preset. Returns `undefined` for a value that is not a plugin. */
function pluginsIn(plugin: unknown): readonly AcceptedPlugin[] | undefined {
  try {
    return postcss([plugin as AcceptedPlugin]).plugins;
  } catch {
    return undefined;
  }
}

/**
 * Returns the node that a listener visited when the listener threw an error. PostCSS adds the position of the node to
 * the stack of the error. Removes this position from the stack.
 */
function nodeOf(thrown: unknown): AnyNode | undefined {
  const error = Object(thrown) as { readonly postcssNode?: AnyNode; stack?: string };
  const { input, start } = error.postcssNode?.source ?? {};
  if (start !== undefined && typeof error.stack === "string")
    error.stack = error.stack.replace(`\n    at ${input?.from}:${start.line}:${start.column}`, "");
  return error.postcssNode;
}

/**
 * Refuses a value that is not a plugin, and a plugin with a listener that PostCSS does not know. Runs PostCSS on an
 * empty tree, with listeners that do nothing.
 *
 * @throws UsageError PWV0202.
 */
export function checkPlugin(plugin: unknown, what: string, help: string): asserts plugin is AcceptedPlugin {
  const idle = (): void => {};
  const idleOf = (own: object): Plugin =>
    Object.fromEntries(
      Object.entries(own).map(([name, value]) => [name, typeof value === "function" ? idle : value]),
    ) as Plugin;
  const plugins = pluginsIn(plugin);
  if (plugins === undefined) refuse("PWV0202", `${what} must be a plugin`, help);
  try {
    postcss(plugins.map((own) => (typeof own === "object" ? idleOf(own) : idle)))
      .process(root())
      .sync();
  } catch (thrown) {
    refuse("PWV0202", `PostCSS refuses ${what}: ${(thrown as Error).message}`, "correct the plugin");
  }
}
