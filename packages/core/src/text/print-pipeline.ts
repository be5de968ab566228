import { dumpOptions, printOptions } from "../options/print-options.ts";
import type { OpPassManager, PipelineElement } from "../pass.ts";

/** Formats a manager as one line with options: `builtin.module(cse,func.func(canonicalize{…}))`. */
export function printPipeline<Op extends object>(manager: OpPassManager<Op>): string {
  return `${manager.anchorText}(${written(manager).map(elementText).join(",")})`;
}

/** Returns the elements of a manager, except empty groups, which a textual pipeline cannot contain. */
function written<Op extends object>({ elements }: OpPassManager<Op>): readonly PipelineElement<Op>[] {
  return elements.filter((one) => one.kind === "pass" || one.manager.group === undefined || !one.manager.isEmpty);
}

function elementText<Op extends object>(element: PipelineElement<Op>): string {
  if (element.kind === "nested") return printPipeline(element.manager);
  const { definition, declaration, options } = element.pass;
  return declaration.name + printOptions(definition.options, options);
}

function prettyLines<Op extends object>(
  manager: OpPassManager<Op>,
  indent: string,
  write: typeof printOptions,
): string {
  const inner = `${indent}  `;
  const lines = written(manager).map((element) => {
    if (element.kind === "nested") return prettyLines(element.manager, inner, write);
    const { definition, declaration, options } = element.pass;
    return inner + declaration.name + write(definition.options, options);
  });
  return `${indent}${manager.anchorText}(\n${lines.join(",\n")}\n${indent})`;
}

/**
 * Formats a manager as a textual pipeline with one pass per line, as `--dump-pass-pipeline` prints it. With `asMlir`,
 * keeps MLIR's spelling for human readers, even if the text then parses to a different pipeline.
 */
export function printPipelinePretty<Op extends object>(
  manager: OpPassManager<Op>,
  { asMlir = false }: { readonly asMlir?: boolean } = {},
): string {
  return prettyLines(manager, "", asMlir ? dumpOptions : printOptions);
}
