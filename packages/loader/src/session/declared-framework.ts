import { type IrAdapter, type Owner, type PassDeclaration } from "@passwright/core";
import { type ExtensionPoint, type Framework } from "@passwright/sdk";
import { type PluginPackage } from "../package/read-package.ts";
import { type DeclaredPipeline } from "../package/manifest-schema.ts";
import { LazyIr } from "./config-framework.ts";
import { type DataPipeline, passesOf } from "./config-pipeline.ts";
import { ownerOf } from "./plugin-code.ts";

/** A framework whose manifest says all that planning looks at. Its code is loaded when something runs. */
export class DeclaredFramework {
  readonly framework: Framework<object>;
  readonly pipeline: DataPipeline;
  /** Passes of the pipeline that others declare. */
  readonly borrowed: readonly { readonly owner: Owner; readonly declaration: PassDeclaration }[];
  readonly #ir = new LazyIr();
  #code: Framework<object> | undefined;

  constructor({ manifest }: PluginPackage, declared: DeclaredPipeline, used: readonly PluginPackage[]) {
    const { steps, name, anchor, hooks, passTypes, properties, cleanups, targets, levels } = declared;
    const points = [...(manifest.extensionPoints ?? [])].map(([point, { doc = "", ...settings }]) => [
      point,
      { doc, ...settings } satisfies ExtensionPoint,
    ]);
    const self = (): Framework<object> | undefined => this.#code;
    const ir = this.#ir;
    this.pipeline = { data: { steps }, file: "package.json" };
    const names = new Set(passesOf(this.pipeline).map(({ pass }) => pass));
    for (const { name: own } of manifest.passes ?? []) names.delete(own);
    this.borrowed = used.flatMap((plugin) =>
      (plugin.manifest.passes ?? [])
        .filter((declaration) => names.has(declaration.name))
        .map((declaration) => ({ owner: ownerOf(plugin), declaration })),
    );
    this.framework = {
      name,
      anchor,
      ...(hooks && { hooks }),
      ...(passTypes && { passTypes }),
      ...(properties && { properties }),
      ...(cleanups && { cleanups }),
      ...(targets && { targets }),
      ...(levels && { levels }),
      extensionPoints: Object.fromEntries(points) as { [name: string]: ExtensionPoint },
      passes: manifest.passes ?? [],
      get ir(): IrAdapter<object> {
        return ir.adapter;
      },
      get checks() {
        return self()?.checks ?? {};
      },
      // Built by the session, which knows the lines of the steps.
      pipeline: () => {},
    };
  }

  get isLoaded(): boolean {
    return this.#code !== undefined;
  }

  /** What runs need besides, once the code is there. */
  set code(code: Framework<object>) {
    this.#code = code;
    this.#ir.adapter = code.ir;
  }
}
