import { loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";
import { assembleTool } from "../xray/assemble-tool.ts";
import type { RecipeResult } from "../xray/assemble-tool.ts";
import type { ToolConfig } from "../xray/tools.ts";

/** Data from which any process can make an assembly: a config of Passwright, or a configuration of another tool. */
export type Recipe =
  { readonly kind: "config"; readonly options: LoadOptions } | { readonly kind: "tool"; readonly config: ToolConfig };

/** Makes an assembly, with all of its code. */
export async function assembleRecipe(recipe: Recipe): Promise<RecipeResult> {
  if (recipe.kind === "tool") return assembleTool(recipe.config);
  const { session, diagnostics } = await loadSession(recipe.options);
  const problems = session === undefined ? diagnostics : await session.loadCode();
  if (session === undefined || problems.length > 0) return { ok: false, diagnostics: problems };
  return { ok: true, assembly: session.assembly, notes: [] };
}
