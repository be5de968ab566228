import { definePass, int, list, OpPassManager, PassType, pipeline, pipelineText } from "@passwright/sdk";
import type { PassContext } from "@passwright/sdk";
import type { Diagnostic, PipelineResult } from "@passwright/core";
import { callGraph, Operation } from "@passwright/ir";
import { Inliner } from "./inliner.ts";

/**
 * Replaces calls by the bodies of their callees, bottom-up in the call graph, and erases private callables without
 * calls. Precondition: the operation is a symbol table. Postcondition: each remaining call is recursive or indirect,
 * calls a declaration, exceeds `inlining-threshold`, is in a single-block region and calls a function with several
 * blocks, or is marked `no_inline`. The pipeline of each callable (`op-pipelines`, or else `default-pipeline`) runs
 * before the callable is inlined, and again after other callables were inlined into the callable.
 */
export const inline = definePass({
  name: "inline",
  ir: "mlir",
  displayName: "Inliner",
  summary: "Inline function calls",
  types: [PassType.EarlyOptimization],
  trait: "SymbolTable",
  options: {
    "default-pipeline": pipelineText(
      "canonicalize",
      "The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline in opPipelineList",
    ),
    "op-pipelines": list(
      pipeline("", "a pipeline"),
      "Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)",
    ),
    "max-iterations": int(4, "Maximum number of iterations when inlining within an SCC", { type: "uint" }),
    "inlining-threshold": int(
      4294967295,
      "If the ratio between the number of the operations in the callee and the number of the operations in the caller " +
        "exceeds this value (in percentage), then the callee is not inlined even if it is legal to inline it",
      { type: "uint" },
    ),
  },
  create(options) {
    const pipelines = new Map<string, OpPassManager<Operation>>();
    let parse: ((anchor: string) => PipelineResult<Operation>) | undefined;
    const pipelineFor = (name: string, print: (text: string) => void): OpPassManager<Operation> | undefined => {
      const known = pipelines.get(name);
      if (known !== undefined || options["default-pipeline"] === "") return known;
      const made = parse!(name);
      if (!made.ok) print(errorText(made.diagnostic));
      // As in MLIR, reports an invalid default pipeline and continues with an empty pipeline.
      const manager = made.ok ? made.manager : new OpPassManager<Operation>(name);
      pipelines.set(name, manager);
      return manager;
    };
    return {
      initialize(context) {
        parse = (anchor) => context.parsePipeline(options["default-pipeline"], anchor);
        // In MLIR, the first of several pipelines for the same operation is used.
        for (const text of options["op-pipelines"].toReversed()) {
          const parsed = context.parsePipeline(text);
          if (!parsed.ok) return parsed.diagnostic;
          pipelines.set(parsed.manager.anchorText, parsed.manager);
        }
        return undefined;
      },
      runOnOperation(op: Operation, pass: PassContext<Operation>) {
        if (!op.hasTrait("SymbolTable")) {
          pass.emitError(`'${op.name}' op  was scheduled to run under the inliner, but does not define a symbol table`);
          pass.signalPassFailure();
          return;
        }
        const config = {
          maxIterations: options["max-iterations"],
          threshold: options["inlining-threshold"],
          simplify(callable: number): boolean {
            const target = Operation.of(op.store, callable);
            const manager = pipelineFor(target.name, (text) => pass.print(text));
            return manager === undefined || pass.runPipeline(manager, target);
          },
        };
        if (!new Inliner(op, pass.getAnalysis(callGraph), config).run()) pass.signalPassFailure();
      },
    };
  },
});

/** Returns the text of a pipeline's syntax error, as MLIR's parser prints it to standard error. */
function errorText({ message, at, notes = [] }: Diagnostic): string {
  if (at?.lineText === undefined || notes.length > 0) {
    return `${[message, ...notes.map((note) => note.message)].join("\n")}\n`;
  }
  return `${at.file}:${at.line}:${at.column}: error: ${message}\n${at.lineText}\n${" ".repeat(at.column - 1)}^\n`;
}
