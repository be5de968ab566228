import { basename } from "node:path";
import { diagnosticOf } from "@passwright/core";
import type { Result } from "@passwright/core";
import { assemble } from "@passwright/sdk";
import type { AnyFramework, Assembly } from "@passwright/sdk";
import * as errors from "./errors.ts";
import { ProjectFiles } from "./project-files.ts";
import { frameworkOf } from "./read-config.ts";
import { toolOf } from "./tools.ts";
import type { ToolConfig } from "./tools.ts";

/** Assembly that is ready to run, or the errors. */
export type RecipeResult = Result<{ readonly assembly: Assembly; readonly notes: readonly string[] }>;

/**
 * Makes an assembly from an SVGO, PostCSS, Babel, remark or rehype configuration. Resolves the package for the tool,
 * and the plugins of the configuration, in the project that contains the configuration file.
 */
export async function assembleTool(config: ToolConfig): Promise<RecipeResult> {
  const file = basename(config.path);
  const tool = toolOf(config.path);
  if (tool === undefined) return { ok: false, diagnostics: [errors.unknownTool(file)] };
  const project = new ProjectFiles(config.path);
  if (project.resolve(tool.package) === undefined)
    return { ok: false, diagnostics: [errors.missingPackage(tool.package, file)] };
  try {
    const { framework, notes } = await frameworkOf(tool, config, project);
    const assembly = assemble(framework as AnyFramework as never);
    const found = assembly.diagnostics.filter(({ severity }) => severity === "error");
    return found.length > 0 ? { ok: false, diagnostics: found } : { ok: true, assembly: assembly as never, notes };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { ok: false, diagnostics: [diagnosticOf(thrown) ?? errors.unreadableConfig(file, tool, reason)] };
  }
}
