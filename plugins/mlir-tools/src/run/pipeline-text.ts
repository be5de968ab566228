import { printOptions } from "@passwright/core";
import type { OpPassManager, Pass, PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";

/** The textual pipeline of a group as its program knows it: with its own names, and with what was set of options alone. */
export function pipelineText(group: OpPassManager<Operation>, anchor: string): string {
  const elements = group.elements.map((element) =>
    element.kind === "pass" ? passText(element.pass) : pipelineText(element.manager, element.manager.anchorText),
  );
  return `${anchor}(${elements.join(",")})`;
}

/** Definitions with what their program calls them. */
const names = new WeakMap<object, string>();

/** Keeps what the program calls a pass, whatever it is called here. */
export function nameInTool(definition: PassDefinition<Operation>, name: string): void {
  names.set(definition, name);
}

/** What the program calls a pass. */
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
