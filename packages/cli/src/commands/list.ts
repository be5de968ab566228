import { surveySession } from "@passwright/loader";
import * as errors from "../errors.ts";
import { inventoryOf, inventoryText, SECTIONS } from "../inventory/inventory.ts";
import { terminalJson } from "../render/diagnostics.ts";
import { exitCodeOf, loadOptionsOf, report, targetOf } from "../session/session.ts";
import type { CommandBody } from "./command.ts";

/** `passwright list`: what a config brings together. No plugin is set up, and only those that do not declare their passes run. */
export const list: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const unknown = target.inputs
    .filter((name) => !SECTIONS.includes(name))
    .map((name) => errors.unknownSection(name, SECTIONS));
  const { survey, diagnostics } =
    unknown.length > 0
      ? { survey: undefined, diagnostics: unknown }
      : await surveySession(loadOptionsOf(target, args, terminal));
  const inventory = survey && inventoryOf(survey);
  const isAsked = (section: string): boolean => target.inputs.length === 0 || target.inputs.includes(section);
  if (args.flags.has("json")) {
    const { framework, anchor, ...sections } = inventory ?? {};
    const shown = Object.fromEntries(Object.entries(sections).filter(([name]) => isAsked(name)));
    const head = inventory === undefined ? {} : { framework, anchor };
    terminal.out(`${terminalJson({ ...head, ...shown, diagnostics })}\n`);
  } else {
    report(diagnostics, args, terminal);
    if (inventory !== undefined) terminal.out(`${inventoryText(inventory, isAsked, terminal.outHasColor)}\n`);
  }
  return exitCodeOf(diagnostics);
};
