import { diagnosticOf } from "@passwright/core";
import { splitInput } from "@passwright/ir";
import type { Source, SplitInput } from "@passwright/ir";
import type { FlagUse } from "./flags.ts";

/** What `--split-input-file` makes of a text; without the flag it is one part. A marker that is too short is refused. */
export function partsOf(
  source: Source,
  uses: readonly FlagUse[],
): ({ readonly ok: true } & SplitInput) | { readonly ok: false; readonly reason: string } {
  const use = uses.findLast(({ name }) => name === "split-input-file");
  if (use === undefined) return { ok: true, parts: [source], nearMisses: [] };
  try {
    return { ok: true, ...splitInput(source, use.value === "" ? undefined : use.value) };
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic === undefined) throw thrown;
    return { ok: false, reason: diagnostic.message };
  }
}
