import { type OpPassManager, type PipelineElement } from "../op-pass-manager.ts";
import { printOptions } from "../options/print-options.ts";

function elementText<Op extends object>(element: PipelineElement<Op>): string {
  if (element.kind === "nested") return printPipeline(element.manager);
  const { definition, declaration, options } = element.pass;
  return declaration.name + printOptions(definition.options, options);
}

/** The textual pipeline of a manager on one line, options included: `builtin.module(cse,func.func(canonicalize{…}))`. */
export function printPipeline<Op extends object>(manager: OpPassManager<Op>): string {
  return `${manager.anchorText}(${manager.elements.map(elementText).join(",")})`;
}

function prettyLines<Op extends object>(manager: OpPassManager<Op>, indent: string): string {
  const inner = `${indent}  `;
  const lines = manager.elements.map((element) =>
    element.kind === "nested" ? prettyLines(element.manager, inner) : inner + elementText(element),
  );
  return `${indent}${manager.anchorText}(\n${lines.join(",\n")}\n${indent})`;
}

/** The same over several lines, one pass a line, as `--dump-pass-pipeline` prints it. */
export function printPipelinePretty<Op extends object>(manager: OpPassManager<Op>): string {
  return prettyLines(manager, "");
}
