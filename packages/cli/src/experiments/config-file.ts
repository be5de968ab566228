import { dirname } from "node:path";
import { isPath, pathInConfig, readConfigData, resolvePath } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { configData } from "@passwright/runner";
import type { SmallerPipeline } from "@passwright/runner";

type Data = { readonly [key: string]: unknown };

/**
 * Returns a function that makes the config of a smaller pipeline. Paths in this config are relative to `folder`, or to
 * the folder of the original config if `folder` is omitted.
 */
export async function configMaker(
  session: Session,
): Promise<(pipeline: Pick<SmallerPipeline, "kept" | "banned">, folder?: string) => Data> {
  const { path } = session.config;
  const raw = ((await readConfigData(path)) ?? {}) as Data;
  const textOf = (plugin: string): string => session.plugins.find(({ name }) => name === plugin)?.named.text ?? plugin;
  return (pipeline, folder = dirname(path)) => moved(configData(raw, pipeline, textOf), dirname(path), folder);
}

/** Makes the paths of a config relative to another folder. */
function moved(config: Data, from: string, to: string): Data {
  const path = (value: unknown): unknown => {
    if (typeof value !== "string" || !isPath(value)) return value;
    return pathInConfig(to, resolvePath(value, from));
  };
  const first = (entry: unknown): unknown => (Array.isArray(entry) ? [path(entry[0]), ...entry.slice(1)] : path(entry));
  const changes: { readonly [key: string]: (value: unknown) => unknown } = {
    framework: path,
    ir: path,
    extends: (value) => (Array.isArray(value) ? value.map(path) : path(value)),
    plugins: (value) => (value as unknown[]).map(first),
  };
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, Object.hasOwn(changes, key) ? changes[key]?.(value) : value]),
  );
}
