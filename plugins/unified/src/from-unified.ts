import { checkPassSettings, defineConversion, definePass, passNameOf, refuse, UsageError } from "@passwright/sdk";
import type { AdaptedPassSettings, ConversionDefinition, Ir, OptionSpecs } from "@passwright/sdk";
import type { PassContext, PassDefinition } from "@passwright/sdk";
import { unified } from "unified";
import type { Processor } from "unified";
import { VFileMessage } from "vfile-message";
import { isProcessor } from "./attach.ts";
import type { AnyPlugin } from "./attach.ts";
import { kindOf } from "./kind-of.ts";
import { reportMessages } from "./messages.ts";
import { fileOf, keepFile } from "./trees.ts";

/** IR without the members that depend on the type of the root. */
type AnyIr<Op extends object> = Omit<Ir<Op>, "parse" | "print">;

/** Settings of {@link fromUnified}. */
export interface UnifiedPassSettings<Op extends object, O extends OptionSpecs> extends Omit<
  AdaptedPassSettings<O>,
  "worksOn"
> {
  /** IR on which the plugin works: `mdast` for remark plugins, `hast` for rehype plugins. */
  readonly ir: AnyIr<Op>;
  /**
   * Settings of the plugin: the arguments after the plugin in `use(plugin, …)`. Options of the pass override members of
   * the first setting.
   */
  readonly settings?: readonly unknown[];
}

/**
 * Returns the pass name for a plugin: `remark-gfm` for `remarkGfm`. Returns an empty string if the plugin does not have
 * a name.
 */
export function nameOf({ name }: { readonly name: string }): string {
  return passNameOf(name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase()) ?? "";
}

/** Throws an error if a value is not a plugin. `what` describes the position of the value, for the error message. */
export function checkPlugin(plugin: unknown, what: string, help: string): asserts plugin is AnyPlugin {
  if (typeof plugin === "function" && !isProcessor(plugin)) return;
  const kind = isProcessor(plugin) ? "a processor" : kindOf(plugin);
  refuse("PWV0305", `${what} is ${kind}, not a plugin`, help);
}

/**
 * Makes a processor with one plugin. Does not catch errors that the plugin throws while unified attaches it.
 *
 * @throws UsageError PWV0305 for a plugin that returns a value that unified ignores, or that only extends the parser or
 * the printer, which other processors of the pipeline use.
 */
function processorOf(plugin: AnyPlugin, settings: readonly unknown[], values: object = {}): Processor {
  const [first, ...rest] = settings;
  const given = Object.keys(values).length === 0 ? settings : [{ ...(first as object), ...values }, ...rest];
  let transformer: unknown;
  function attached(this: never, ...own: never[]): unknown {
    return (transformer = plugin.apply(this, own));
  }
  const processor = unified()
    .use(attached as never, ...(given as never[]))
    .freeze() as unknown as Processor;
  if (typeof transformer === "object" && transformer !== null)
    refuse(
      "PWV0305",
      `the plugin returned ${kindOf(transformer)} instead of a function that changes a tree`,
      "return a function from the plugin, which can be asynchronous",
    );
  const { parser, Parser, compiler, Compiler, attachers } = processor;
  const extendsSyntax =
    Object.keys(processor.data()).length > 0 || (parser ?? Parser ?? compiler ?? Compiler) !== undefined;
  if (transformer == null && attachers.length === 1 && extendsSyntax)
    refuse(
      "PWV0305",
      "the plugin only extends the parser or the printer, which inserted plugins cannot change",
      "add the plugin to the list of `unifiedFramework` instead",
    );
  return processor;
}

/**
 * Runs a processor on a tree and calls `done` with the new tree. Returns a promise only if the plugin returns a
 * promise.
 */
function transform(
  processor: Processor,
  root: object,
  pass: PassContext<never>,
  done: (tree: object) => void,
): unknown {
  const file = fileOf(root);
  const finish = ([thrown, tree, other]: readonly unknown[]): unknown => {
    reportMessages(file, root, pass, thrown != null);
    if (thrown instanceof VFileMessage) return pass.signalPassFailure();
    if (thrown != null) throw thrown;
    if (typeof tree === "object" && tree !== null && other === file) return done(tree);
    const message =
      other === file ? `the plugin returned ${kindOf(tree)} instead of a tree` : "the plugin replaced the `VFile`";
    // The pass manager adds help for the user of the plugin.
    throw new UsageError({ code: "PWV0308", severity: "error", message });
  };
  let result: readonly unknown[] | undefined;
  let wake: (result: readonly unknown[]) => void = (given) => (result = given);
  processor.run(root as never, file, (...given: unknown[]) => void wake(given));
  return result === undefined
    ? new Promise<readonly unknown[]>((resolve) => (wake = resolve)).then(finish)
    : finish(result);
}

/** Replaces the contents of a root with the contents of another tree. */
function become(root: object, tree: object): void {
  if (tree === root) return;
  for (const key of Object.keys(root)) delete (root as { [key: string]: unknown })[key];
  Object.assign(root, tree);
}

/**
 * Makes a pass from a remark or rehype plugin. Messages of the plugin become diagnostics. If the plugin returns a
 * promise or takes a callback, the pass is asynchronous.
 *
 * @throws UsageError PWV0303 if `ir` is not set; PWV0305 for a value that is not a plugin; PWV0306 for a plugin without
 * a name, if `name` is not set; PWV0309 for `settings` that are not a list, or into which the values of `options` cannot
 * be merged; PWC0105 for unknown settings.
 */
export function fromUnified<Op extends object, const O extends OptionSpecs = {}>(
  plugin: AnyPlugin,
  given: UnifiedPassSettings<Op, O>,
): PassDefinition<Op, O> {
  const { ir, settings = [], name, ...declaration } = { ...given };
  checkPassSettings("fromUnified", declaration, ["ir", "settings"], "`settings` contains the settings of the plugin");
  if (!Array.isArray(settings))
    refuse(
      "PWV0309",
      `\`settings\` of \`fromUnified\` is ${kindOf(settings)}, not a list`,
      "write the arguments of the plugin as a list: `settings: [{ … }]`",
    );
  const first = settings[0] ?? {};
  if (declaration.options !== undefined && (typeof first !== "object" || Array.isArray(first)))
    refuse(
      "PWV0309",
      "`settings[0]` of `fromUnified` is not an object, so the values of `options` cannot be merged into it",
      "pass an object as the first element of `settings`, or remove `options`",
    );
  checkPlugin(
    plugin,
    "the first argument of `fromUnified`",
    "pass the function of one plugin, and its settings as `settings`: `fromUnified(plugin, { ir: mdast, settings: [{ … }] })`",
  );
  if (typeof (ir as Partial<AnyIr<Op>> | undefined)?.name !== "string")
    refuse(
      "PWV0303",
      `\`fromUnified\` does not set the IR of plugin \`${plugin.name}\``,
      "pass `{ ir: mdast }` for a plugin of remark, or `{ ir: hast }` for a plugin of rehype",
    );
  return definePass({
    ...declaration,
    name:
      name ??
      (nameOf(plugin) ||
        refuse(
          "PWV0306",
          "the plugin in `fromUnified` does not have a name",
          'set the name of the pass: `fromUnified(plugin, { ir: mdast, name: "my-plugin" })`',
        )),
    anchor: ir.root ?? "any",
    ir,
    create(values: object) {
      const processor = processorOf(plugin, settings, values);
      return {
        runOnOperation: (root: object, pass: PassContext<never>) =>
          transform(processor, root, pass, (tree) => become(root, tree)),
      };
    },
  } as never) as unknown as PassDefinition<Op, O>;
}

/** Makes a conversion from a plugin, such as remark-rehype, that returns another kind of tree. */
export function conversionOf<From extends object, To extends object>(
  plugin: AnyPlugin,
  given: Pick<UnifiedPassSettings<From, {}>, "name" | "settings"> & {
    readonly from: AnyIr<From>;
    readonly to: AnyIr<To>;
  },
): ConversionDefinition<From, To, {}> {
  const { from, to, name = nameOf(plugin), settings = [] } = given;
  const processor = processorOf(plugin, settings);
  return defineConversion({
    name,
    summary: `convert ${from.name} to ${to.name}`,
    from: from as never,
    to: to as never,
    convert: (root: object, pass) =>
      transform(processor, root, pass as never, (tree) => {
        // Wraps a node that is not a root in a root, because unified allows plugins to return any node.
        const made = (tree as { readonly type?: unknown }).type === "root" ? tree : { type: "root", children: [tree] };
        keepFile(root, made);
        return made;
      }) as object,
  }) as never;
}
