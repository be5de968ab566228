import { printOptions } from "@passwright/core";
import type { OpPassManager, Pass, PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";

/**
 * Returns the textual pipeline of a group of passes that one program runs. The text contains the names that the passes
 * have in the program, and only the options that were set.
 */
export function pipelineText(group: OpPassManager<Operation>, anchor: string): string {
  const elements = group.elements.map((element) =>
    element.kind === "pass" ? passText(element.pass) : pipelineText(element.manager, element.manager.anchorText),
  );
  return `${anchor}(${elements.join(",")})`;
}

/** Maps definitions of passes to the names that the passes have in their programs. */
const names = new WeakMap<object, string>();

/** Records the name that a pass has in its program. */
export function nameInTool(definition: PassDefinition<Operation>, name: string): void {
  names.set(definition, name);
}

/** Returns the name that a pass has in its program. */
export function toolName({ definition, declaration }: Pass<Operation>): string {
  return names.get(definition) ?? declaration.name;
}

function passText(pass: Pass<Operation>): string {
  const { definition, options } = pass;
  const specs = Object.entries(definition.options).filter(
    ([name, { isUnknownByDefault }]) => options.given.has(name) || isUnknownByDefault !== true,
  );
  return toolName(pass) + printOptions(Object.fromEntries(specs), options);
}
