import type { IrAdapter } from "@passwright/core";
import type { ExtensionPoint, Framework } from "@passwright/sdk";
import { anchorOf, pointsOf } from "@passwright/sdk/loading";
import type { DeclaredPass, FrameworkData, FrameworkPart, PipelineInConfig } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";
import type { CheckedManifest, DeclaredPipeline } from "../manifest/schema.ts";
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
  return { framework, contributor: found, data: undefined, hasIr: true, ir: undefined };
}

/** Returns a framework from its manifest, for plans that need none of its code. */
export function frameworkOfManifest(found: PluginPackage, declared: DeclaredPipeline): FrameworkPart {
  const { steps, graph, dynamic: _dynamic, bundles = new Map(), rules = [], guards = [], ...facts } = declared;
  const file = "package.json";
  const inFile = <T>([name, one]: readonly [string, T]): [string, T & { readonly file: string }] => [
    name,
    { ...one, file },
  ];
  const data: FrameworkData = {
    file,
    pipeline: steps && { data: { steps }, file },
    graph: graph && {
      pipelines: new Map([...graph.pipelines].map(inFile)),
      choices: new Map([...graph.choices].map(inFile)),
    },
    bundles: new Map([...bundles].map(inFile)),
    rules,
    guards,
  };
  const points = [...(found.manifest.extensionPoints ?? [])].map(([point, { doc = "", ...settings }]) => [
    point,
    { doc, ...settings } satisfies ExtensionPoint,
  ]);
  const framework = {
    ...facts,
    extensionPoints: Object.fromEntries(points) as { [name: string]: ExtensionPoint },
    passes: declaredPasses(found.manifest),
    ir: NO_IR,
  };
  return { framework, contributor: found, at: found.at, data, hasIr: false, ir: undefined };
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
  const part = { framework, contributor: undefined, data: undefined, ir: irPackage };
  return { ...part, hasIr: ir.isLoaded };
}
