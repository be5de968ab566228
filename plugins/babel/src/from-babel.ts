import type { PluginItem } from "@babel/core";
import { definePass } from "@passwright/sdk";
import type { OptionSpecs, PassDeclaration, PassDefinition, ValuesOf } from "@passwright/sdk";
import { babelGroup } from "./group.ts";
import type { Node } from "./javascript.ts";

/** Declarations that a Babel plugin does not have: name of the pass, pass types, properties, options. */
export interface BabelPassSettings<O extends OptionSpecs> extends Omit<
  PassDeclaration,
  "anchor" | "group" | "ir" | "worksOn"
> {
  /** Options that configs and other plugins may set. For others, the plugin's defaults apply. */
  readonly options?: O;
}

/**
 * Makes a pass from a Babel plugin: a function, or a function with its options. The pass is a member of the group
 * `babel`, whose members run in one traversal.
 *
 * @throws UsageError PWC0101 for a name that passes cannot have.
 */
export function fromBabel<const O extends OptionSpecs = {}>(
  plugin: PluginItem,
  settings: BabelPassSettings<O>,
): PassDefinition<Node, O> {
  const { options, ...declaration } = settings;
  const [target, own] = (Array.isArray(plugin) ? plugin : [plugin]) as [never, object?];
  const make = (values: ValuesOf<O>): PluginItem => [target, { ...own, ...values }];
  return definePass({
    ...declaration,
    anchor: "File",
    group: babelGroup,
    ...(options === undefined ? { member: plugin } : { options, createMember: make }),
  } as never) as unknown as PassDefinition<Node, O>;
}
