import { errorDiagnostic, isPromise, isTable, mustBe, mustBeSynchronous } from "@passwright/core";
import { checkPassSettings, checkSettings, definePass, refuse, UsageError } from "@passwright/sdk";
import type { AdaptedPassSettings, OptionSpecs, PassDefinition } from "@passwright/sdk";
import { builtinPlugins } from "svgo/browser";
import type { Plugin, Visitor, XastNode, XastParent, XastRoot } from "svgo";
import { attributeWithoutText } from "./check-tree.ts";
import { changedBySvgo, rounds, svg } from "./svg.ts";

/** SVGO plugin: a built-in plugin or a third-party plugin. */
export interface SvgoPlugin {
  /** Name of the plugin. The pass for the plugin has the same name. */
  readonly name: string;
  /** Purpose of the plugin, for lists and explanations. */
  readonly description?: string;
  /** Function that returns a visitor. */
  readonly fn: Plugin<never>;
  /** Parameters of the plugin, as in an SVGO configuration. */
  readonly params?: object;
}

/** Settings of {@link fromSvgo}. */
export interface SvgoPassSettings<O extends OptionSpecs> extends AdaptedPassSettings<O> {
  /**
   * Parameters of the plugin. The values can be functions and regular expressions. The parameters override `params` of
   * the plugin, and options of the pass override the parameters.
   */
  readonly params?: object;
}

/** Throws an error for invalid arguments, because callers in JavaScript do not have type checks. */
function checkArguments(plugin: SvgoPlugin, settings: object): void {
  const { name, fn } = Object(plugin) as Partial<SvgoPlugin>;
  const missing = [...(typeof name === "string" ? [] : ["`name`"]), ...(typeof fn === "function" ? [] : ["`fn`"])];
  const known = JSON.stringify(typeof plugin === "string" ? plugin : name || undefined) as string | undefined;
  const own = known && `, or use \`builtIns.get(${known})\` for a plugin of SVGO`;
  if (missing.length > 0)
    refuse(
      "PWV0102",
      `the plugin in \`fromSvgo\` does not have ${missing.join(" and ")}`,
      `pass \`{ name: ${known ?? '"my-plugin"'}, fn }\`${own ?? ""}`,
    );
  checkPassSettings("fromSvgo", settings, ["params"], "`params` contains the parameters of the plugin");
}

/**
 * Makes a pass from an SVGO plugin. The pass runs on the whole image, as in SVGO.
 *
 * @throws UsageError PWC0101 if the name of the plugin cannot be the name of a pass, unless `settings` has `name`;
 * PWV0102 for a plugin without name or function; PWC0105 for unknown settings.
 */
export function fromSvgo<const O extends OptionSpecs = {}>(
  plugin: SvgoPlugin,
  settings: SvgoPassSettings<O> = {},
): PassDefinition<XastNode, O> {
  checkArguments(plugin, settings);
  const { name, description, fn } = plugin;
  const { params, ...declaration } = settings;
  return definePass({
    name,
    ...(description !== undefined && { summary: description }),
    ...declaration,
    anchor: "#root",
    ir: svg,
    create(values) {
      const given = { ...plugin.params, ...params, ...values };
      return {
        runOnOperation(node: XastNode, { input }) {
          const root = node as XastRoot;
          if (!ownCode.has(fn)) return runPlugin(plugin, given, root, input);
          try {
            runPlugin(plugin, given, root, input);
          } catch (thrown) {
            explain(thrown, name, root);
          }
          changedBySvgo.add(root);
        },
      };
    },
  }) as unknown as PassDefinition<XastNode, O>;
}

/** Functions of the plugins that SVGO contains. */
const ownCode: ReadonlySet<unknown> = new Set(builtinPlugins.map(({ fn }) => fn));

function runPlugin({ name, fn }: SvgoPlugin, params: object, root: XastRoot, input: string | undefined): void {
  const multipassCount = rounds.get(root)?.ended ?? 0;
  const info = input === undefined ? { multipassCount } : { path: input, multipassCount };
  // Gives the plugin a copy of the parameters, because plugins can change their parameters.
  const visitor = (fn as unknown as Plugin<object>)(root, { ...params }, info);
  if (visitor == null) return;
  if (!ownCode.has(fn)) checkVisitor(name, visitor);
  visit(root, visitor);
}

/** Rethrows an exception of a plugin of SVGO. If an attribute caused the exception, throws an error about it instead. */
function explain(thrown: unknown, plugin: string, root: XastRoot): never {
  const wrong = thrown instanceof TypeError ? attributeWithoutText(root) : undefined;
  if (wrong === undefined) throw thrown;
  const message = `${wrong}, which SVGO's plugin \`${plugin}\` cannot process`;
  const help = "convert the value to a string in the pass that sets the attribute";
  throw new UsageError(errorDiagnostic("PWV0104", message, help), { cause: thrown });
}

const callbacks = mustBe(
  "an object with the synchronous functions `enter` and `exit`",
  (value) =>
    isTable(value) &&
    Object.entries(value).every(
      ([key, one]) => ["enter", "exit"].includes(key) && mustBeSynchronous(one, "").length === 0,
    ),
);

/** Settings of a visitor: the types of SVGO's nodes. */
const VISITOR = Object.fromEntries(
  ["root", "element", "doctype", "instruction", "comment", "cdata", "text"].map((type) => [type, callbacks] as const),
);

/** Throws for a visitor that SVGO would ignore. */
function checkVisitor(name: string, visitor: unknown): void {
  checkResult(visitor, "fn", `of plugin \`${name}\``);
  checkSettings("PWV0103", `the visitor of plugin \`${name}\``, visitor, VISITOR);
}

/** Throws if a function of a plugin returned a promise. Ignores a rejection of the promise. */
function checkResult(result: unknown, key: string, where: string): void {
  if (!isPromise(result)) return;
  result.then(undefined, () => undefined);
  refuse(
    "PWV0103",
    `\`${key}\` ${where} returned a promise, which SVGO ignores`,
    `make \`${key}\` a synchronous function`,
  );
}

interface Callbacks {
  enter?(node: XastNode, parent: XastParent | null): unknown;
  exit?(node: XastNode, parent: XastParent | null): unknown;
}

/**
 * Walks a tree in the order that SVGO documents for visitors: calls `enter`, visits the children, and calls `exit`. If
 * `enter` returns a symbol (SVGO's `visitSkip`), does not visit the children and does not call `exit`. If `enter`
 * removes an element from its parent, skips the children of this element.
 */
function visit(node: XastNode, visitor: Visitor, parent: XastParent | null = null): void {
  const callbacks = visitor[node.type] as Callbacks | undefined;
  const entered = callbacks?.enter?.(node, parent);
  if (typeof entered === "symbol") return;
  if (entered !== undefined) checkResult(entered, "enter", `of type \`${node.type}\``);
  // Iterates over the original list of children, because a plugin that removes a child assigns a new list to the
  // parent.
  const isParent = node.type === "root" || (node.type === "element" && node.children.length > 0);
  if (isParent && (parent === null || parent.children.includes(node as never))) {
    for (const child of node.children) visit(child, visitor, node);
  }
  const left = callbacks?.exit?.(node, parent);
  if (left !== undefined) checkResult(left, "exit", `of type \`${node.type}\``);
}
