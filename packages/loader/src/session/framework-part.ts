import type { IrAdapter } from "@passwright/core";
import type { ExtensionPoint, Framework } from "@passwright/sdk";
import { anchorOf, ownerOf, passesOf, pointsOf } from "@passwright/sdk/loading";
import type { DataPipeline, DeclaredPass, FrameworkPart, PipelineInConfig } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";
import type { CheckedManifest, DeclaredPipeline } from "../package/manifest-schema.ts";
import type { PluginPackage } from "../package/read-package.ts";
import type { LazyIr } from "./lazy-ir.ts";

/** Returns the passes of a manifest, with the options that it declares. */
export function declaredPasses({ passes = [], passOptions }: CheckedManifest): DeclaredPass[] {
  return passes.map((declaration) => {
    const options = passOptions.get(declaration.name);
    return options === undefined ? declaration : { ...declaration, options };
  });
}

/** Returns a framework from its code. */
export function frameworkOfCode(found: PluginPackage, framework: Framework<object>): FrameworkPart {
  const declared = new Map(declaredPasses(found.manifest).map((pass) => [pass.name, pass]));
  // A framework may list declarations; their options are in the manifest.
  const passes = framework.passes?.map((pass) => ("declaration" in pass ? pass : (declared.get(pass.name) ?? pass)));
  const complete = passes === undefined ? framework : { ...framework, passes };
  return { framework: complete, contributor: found, pipeline: undefined, borrowed: [], hasIr: true, ir: undefined };
}

/** Returns a framework from its manifest, for plans that need none of its code. `used` are the plugins of its pipeline. */
export function frameworkOfManifest(
  found: PluginPackage,
  declared: DeclaredPipeline,
  used: readonly PluginPackage[],
): FrameworkPart {
  const { steps, name, anchor, nesting, hooks, passTypes, properties, cleanups, targets, levels } = declared;
  const { manifest } = found;
  const points = [...(manifest.extensionPoints ?? [])].map(([point, { doc = "", ...settings }]) => [
    point,
    { doc, ...settings } satisfies ExtensionPoint,
  ]);
  const pipeline: DataPipeline = { data: { steps }, file: "package.json" };
  const names = new Set(passesOf(pipeline).map(({ pass }) => pass));
  for (const { name: own } of manifest.passes ?? []) names.delete(own);
  const borrowed = used.flatMap((plugin) =>
    declaredPasses(plugin.manifest)
      .filter((declaration) => names.has(declaration.name))
      .map((declaration) => ({ owner: { kind: "plugin" as const, ...ownerOf(plugin) }, declaration })),
  );
  const framework = {
    name,
    anchor,
    ...(nesting && { nesting }),
    ...(hooks && { hooks }),
    ...(passTypes && { passTypes }),
    ...(properties && { properties }),
    ...(cleanups && { cleanups }),
    ...(targets && { targets }),
    ...(levels && { levels }),
    extensionPoints: Object.fromEntries(points) as { [name: string]: ExtensionPoint },
    passes: declaredPasses(manifest),
    ir: NO_IR,
    pipeline: () => {},
  };
  return { framework, contributor: found, at: found.at, pipeline, borrowed, hasIr: false, ir: undefined };
}

/** The IR of a framework without code: no plan looks at it. */
const NO_IR = { name: "of a manifest" } as unknown as IrAdapter<object>;

/** Returns a config that has a pipeline of its own as a framework. */
export function frameworkOfConfig(
  config: CheckedConfig,
  pipeline: PipelineInConfig,
  ir: LazyIr,
  irPackage: PluginPackage | undefined,
): FrameworkPart {
  const { title, passTypes, properties, targets, levels, anchor } = config;
  const framework: Framework<object> = {
    name: title,
    get ir() {
      return ir.adapter;
    },
    anchor: anchorOf(pipeline, anchor?.text),
    extensionPoints: pointsOf(pipeline),
    passTypes,
    properties,
    cleanups: config.cleanups.map(({ text }) => text),
    targets,
    levels,
    pipeline: () => {},
  };
  const part = { framework, contributor: undefined, pipeline: undefined, borrowed: [], ir: irPackage };
  return { ...part, hasIr: ir.isLoaded };
}
