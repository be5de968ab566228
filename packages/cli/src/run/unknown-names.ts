import { groupIn, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { InstrumentData, Session } from "@passwright/loader";
import { hasPass } from "@passwright/sdk";
import * as errors from "../errors/index.ts";
import { stepsOf } from "../render/plan-notes.ts";

/** Warns about unknown passes in `printIr`. A pass can run pipelines with passes that nothing lists. */
export function unknownPrintedPasses({ printIr }: InstrumentData, session: Session): readonly Diagnostic[] {
  if (printIr === undefined) return [];
  const { assembly } = session;
  const steps = stepsOf(session);
  // The IR can be printed before or after a whole group, but not before or after a nested manager.
  const isGroup = (name: string): boolean =>
    groupIn(name) !== undefined && steps.some(({ nests }) => nests.some(({ anchor }) => anchor === name));
  const isKnown = (name: string): boolean =>
    hasPass(assembly, name) || steps.some(({ pass }) => pass === name) || isGroup(name);
  const names = [printIr.before, printIr.after].flatMap((one) => (one === undefined || one === "all" ? [] : one));
  return [...new Set(names)]
    .filter((name) => !isKnown(name))
    .map((name) => errors.unknownPrintedPass(name, assembly.work.catalogue.suggest(name)));
}

/** Warns about names in `threads.except` that are not anchors of nested pipelines, because these names have no effect. */
export function unknownExceptions(session: Session): readonly Diagnostic[] {
  const { except = [] } = session.config.threads ?? {};
  if (except.length === 0) return [];
  const anchors = new Set(stepsOf(session).flatMap(({ nests }) => nests.map(({ anchor }) => anchor)));
  return except
    .filter((name) => !anchors.has(name))
    .map((name) => errors.unknownException(name, suggest(name, anchors), [...anchors]));
}
