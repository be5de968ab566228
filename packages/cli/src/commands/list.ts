import { surveySession } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import { inventoryOf, inventoryText, SECTIONS } from "../inventory/inventory.ts";
import type { CommandBody } from "./command.ts";
import { loadOptionsOf, targetOf } from "./load.ts";

/** `passwright list`: lists everything that a config provides, without calling `setup` of plugins. */
export const list: CommandBody = async (args, terminal) => {
  // A section precedes a folder with the same name, such as `plugins`.
  const isSection = args.value("config") === undefined && SECTIONS.includes(args.operands[0] ?? "");
  const target = isSection ? { config: undefined, inputs: args.operands } : targetOf(args, terminal);
  const { inputs: requested } = target;
  const unknown = requested
    .filter((name) => !SECTIONS.includes(name))
    .map((name) => errors.unknownSection(name, SECTIONS));
  if (unknown.length > 0) return { diagnostics: unknown };
  const options = loadOptionsOf(target, args, terminal);
  // Manifests do not contain named pipelines.
  const withCode = requested.includes("pipelines") && options.dataOnly !== true;
  const { survey, diagnostics } = await surveySession({ ...options, withCode });
  if (survey === undefined) return { diagnostics };
  const inventory = inventoryOf(survey);
  const isRequested = (section: string): boolean => requested.length === 0 || requested.includes(section);
  return {
    diagnostics,
    json: () => {
      const { framework, anchor, ...sections } = inventory;
      const shown = Object.entries(sections).filter(([name]) => isRequested(name));
      return { framework, anchor, ...Object.fromEntries(shown) };
    },
    isStyled: true,
    text: () => inventoryText(inventory, isRequested, terminal.outHasColor),
  };
};
