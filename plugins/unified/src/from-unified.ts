import { defineConversion, definePass, passNameOf } from "@passwright/sdk";
import type {
  ConversionDefinition,
  Ir,
  OptionSpecs,
  PassContext,
  PassDeclaration,
  PassDefinition,
} from "@passwright/sdk";
import { unified } from "unified";
import type { Processor } from "unified";
import { VFileMessage } from "vfile-message";
import { fileOf, keepFile } from "./trees.ts";

/** IR with any type of roots. */
type AnyIr<Op extends object> = Omit<Ir<Op>, "parse" | "print">;

/** Plugin of unified with any settings and trees. */
export type AnyPlugin = (this: never, ...settings: never[]) => unknown;

/** Declarations that a plugin of unified does not have: IR, name of the pass, pass types, properties, options. */
export interface UnifiedPassSettings<Op extends object, O extends OptionSpecs> extends Partial<
  Omit<PassDeclaration, "anchor" | "group" | "ir" | "worksOn">
> {
  /** IR of the plugin: `mdast` for plugins of remark, `hast` for plugins of rehype. */
  readonly ir: AnyIr<Op>;
  /** Settings with fixed values, functions included: the arguments after the plugin in `use(plugin, …)`. Options override them. */
  readonly settings?: readonly unknown[];
  /** Settings that configs and other plugins may set. For others, the plugin's defaults apply. */
  readonly options?: O;
}

/** Returns the name of a plugin as the name of a pass: `remarkGfm` is `remark-gfm`. */
export function nameOf({ name }: { readonly name: string }): string {
  return passNameOf(name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase()) ?? "";
}

/** Makes a processor with one plugin. Throws if attaching the plugin throws. */
function processorOf(plugin: AnyPlugin, settings: readonly unknown[], values: object): Processor {
  const [first, ...rest] = settings;
  const given = Object.keys(values).length === 0 ? settings : [{ ...(first as object), ...values }, ...rest];
  return unified()
    .use(plugin as never, ...(given as never[]))
    .freeze() as unknown as Processor;
}

/** Reports the messages that a plugin added to a file: fatal ones as errors, informational ones as remarks, others as warnings. */
function report(
  messages: readonly VFileMessage[],
  pass: Pick<PassContext<object>, "emitAt">,
  path: string | undefined,
): void {
  for (const message of messages) {
    const { reason, line, column, fatal, ruleId } = message;
    const at = line === undefined ? undefined : { file: path ?? "<text>", line, column: column ?? 1 };
    const severity = fatal === true ? "error" : fatal === undefined ? "remark" : "warning";
    pass.emitAt(at, severity, ruleId === undefined ? reason : `${reason} (${ruleId})`);
  }
}

/** Runs a processor on a tree and calls `done` with the new tree. Returns a promise only if the plugin does. */
function transform(
  processor: Processor,
  root: object,
  pass: PassContext<object>,
  done: (tree: object) => void,
): void | Promise<void> {
  const file = fileOf(root);
  const before = file.messages.length;
  const finish = (thrown: unknown, tree: object | undefined): void => {
    report(file.messages.slice(before), pass, file.path);
    if (thrown instanceof VFileMessage) return pass.signalPassFailure();
    if (thrown != null) throw thrown;
    if (tree !== undefined) done(tree);
  };
  let result: { readonly thrown: unknown; readonly tree: object | undefined } | undefined;
  let wake: (() => void) | undefined;
  processor.run(root as never, file, (thrown: unknown, tree: unknown) => {
    result = { thrown, tree: tree as object | undefined };
    wake?.();
  });
  if (result !== undefined) return finish(result.thrown, result.tree);
  return new Promise<void>((resolve) => (wake = resolve)).then(() => finish(result?.thrown, result?.tree));
}

/** Replaces the contents of a root by those of the tree that a plugin returned. */
function becomes(root: object, tree: object): void {
  for (const key of Object.keys(root)) delete (root as { [key: string]: unknown })[key];
  Object.assign(root, tree);
}

/**
 * Makes a pass from a plugin of remark or rehype. Messages of the plugin become diagnostics. A plugin that returns a promise or takes a
 * callback makes the run asynchronous.
 *
 * @throws UsageError PWC0101 if the name of the plugin cannot be the name of a pass, unless `settings` has `name`.
 */
export function fromUnified<Op extends object, const O extends OptionSpecs = {}>(
  plugin: AnyPlugin,
  { ir, settings = [], options, ...declaration }: UnifiedPassSettings<Op, O>,
): PassDefinition<Op, O> {
  return definePass({
    name: nameOf(plugin),
    ...declaration,
    anchor: ir.root ?? "any",
    ir,
    ...(options !== undefined && { options }),
    create(values: object) {
      const processor = processorOf(plugin, settings, values);
      return {
        runOnOperation: (root: object, pass: PassContext<object>) =>
          transform(processor, root, pass, (tree) => {
            if (tree !== root) becomes(root, tree);
          }),
      };
    },
  } as never) as unknown as PassDefinition<Op, O>;
}

/** Makes a conversion from a plugin that returns another kind of tree, such as remark-rehype. */
export function conversionOf<From extends object, To extends object>(
  plugin: AnyPlugin,
  {
    from,
    to,
    name = nameOf(plugin),
    settings = [],
  }: {
    readonly from: AnyIr<From>;
    readonly to: AnyIr<To>;
    readonly name?: string;
    readonly settings?: readonly unknown[];
  },
): ConversionDefinition<From, To, {}> {
  const processor = processorOf(plugin, settings, {});
  return defineConversion<object, object>({
    name,
    summary: `convert ${from.name} to ${to.name}`,
    from: from as never,
    to: to as never,
    convert(root, pass) {
      let made: object | undefined;
      const waits = transform(processor, root, pass as PassContext<object>, (tree) => {
        keepFile(root, tree);
        made = tree;
      });
      return waits === undefined ? (made as object) : waits.then(() => made as object);
    },
  }) as unknown as ConversionDefinition<From, To, {}>;
}
