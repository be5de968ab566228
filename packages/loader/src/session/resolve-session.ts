import { type PassManagerBuilder, type Resolution, resolve, withoutParty } from "@passwright/builder";
import { type Diagnostic, diagnosticOf } from "@passwright/core";
import { keepCause, thrownText } from "../cause.ts";
import * as codeErrors from "../package/code-errors.ts";
import { type PluginPackage } from "../package/read-package.ts";

/**
 * Resolves what everybody asked for. Builders are typed, and plugins may be JavaScript: if somebody asked for what nobody can
 * make sense of, the plugins whose absence helps are named. `ran` are those whose code had a say.
 */
export function resolveSession(
  builder: PassManagerBuilder,
  ran: readonly PluginPackage[],
  options: { readonly keepDuplicates: boolean },
): Resolution {
  try {
    return builder.resolve(options);
  } catch (thrown) {
    if (diagnosticOf(thrown) !== undefined) throw thrown;
    const diagnostics = ran
      .filter(({ name }) => resolvesWithout(builder, name))
      .map((found) => describe(found, thrown));
    if (diagnostics.length === 0) throw thrown;
    return { diagnostics };
  }
}

function describe(found: PluginPackage, thrown: unknown): Diagnostic {
  return keepCause(codeErrors.askedForRubbish(found, thrownText(thrown)), thrown);
}

function resolvesWithout(builder: PassManagerBuilder, party: string): boolean {
  try {
    resolve(withoutParty(builder.input(), party));
    return true;
  } catch {
    return false;
  }
}
