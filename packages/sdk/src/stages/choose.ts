import type { Choice } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { OwnerContributions } from "../contributions/checked.ts";
import type { Located } from "../data/shape.ts";
import type { Framework } from "../define/define-framework.ts";
import * as errors from "./errors.ts";

/** Returns the target and the level to plan for: those asked for, else the config's, else the framework's first. */
export function choose(
  config: Pick<OwnerContributions, "option" | "target" | "level">,
  framework: Framework<object>,
  asked: { readonly target?: string; readonly level?: string },
): { readonly choice: Choice; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const one = (
    what: "target" | "level",
    known: readonly string[],
    chosen: Partial<Located> | undefined,
  ): { readonly [K in "target" | "level"]?: string } => {
    const said = chosen?.text ?? known[0];
    if (said === undefined) return {};
    // `-O2` asks for level 2, which most frameworks call O2.
    const name = what === "level" && !known.includes(said) && known.includes(`O${said}`) ? `O${said}` : said;
    if (!known.includes(name)) {
      diagnostics.push(errors.unknownChoice(what, name, framework.name, known, chosen?.at));
    }
    return { [what]: name };
  };
  const { option } = config;
  const choice = {
    ...(Object.keys(option).length === 0 ? {} : { option }),
    ...one("target", framework.targets ?? [], asked.target === undefined ? config.target : { text: asked.target }),
    ...one("level", framework.levels ?? [], asked.level === undefined ? config.level : { text: asked.level }),
  };
  return { choice, diagnostics };
}
