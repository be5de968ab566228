import { definePass } from "@passwright/sdk";
import type { OptionSpecs, PassDeclaration, PassDefinition } from "@passwright/sdk";
import type { Plugin, XastRoot } from "svgo";
import { infoOf } from "./svg.ts";
import { visit } from "./visit.ts";

/** Plugin of SVGO, built in or third-party. */
export interface SvgoPlugin {
  readonly name: string;
  readonly description?: string;
  readonly fn: Plugin<never>;
}

/** Declarations that an SVGO plugin does not have: pass types, properties, options. */
export interface SvgoPassSettings<O extends OptionSpecs> extends Partial<Omit<PassDeclaration, "anchor" | "options">> {
  /**
   * Maps names to parameters that configs and other plugins may set. Wrap these in `optional(…)` so that the plugin's
   * defaults apply.
   */
  readonly options?: O;
  /** Parameters with fixed values, functions and regular expressions included. Options override them. */
  readonly params?: object;
}

/**
 * Makes a pass from an SVGO plugin. It runs on the whole image, as in SVGO.
 *
 * @throws UsageError PWC0101 if the name of the plugin cannot be the name of a pass, unless `settings` has `name`.
 */
export function fromSvgo<const O extends OptionSpecs = {}>(
  plugin: SvgoPlugin,
  settings: SvgoPassSettings<O> = {},
): PassDefinition<XastRoot, O> {
  const { options, params, ...declaration } = settings;
  const run = plugin.fn as unknown as Plugin<object>;
  return definePass({
    name: plugin.name,
    ...(plugin.description !== undefined && { summary: plugin.description }),
    ...declaration,
    anchor: "#root",
    ...(options !== undefined && { options }),
    create: (values) => ({
      runOnOperation(root: XastRoot) {
        // Plugins may change their parameters.
        const visitor = run(root, { ...params, ...values }, infoOf.get(root) ?? { multipassCount: 0 });
        if (visitor) visit(root, visitor);
      },
    }),
  }) as unknown as PassDefinition<XastRoot, O>;
}
