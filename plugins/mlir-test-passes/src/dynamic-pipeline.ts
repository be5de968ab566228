import type { Operation } from "@passwright/ir";
import { bool, definePass, list, OpPassManager, string } from "@passwright/sdk";
import { pipelineErrorText } from "./pipeline-error-text.ts";

interface Parsed {
  readonly manager?: OpPassManager<Operation>;
  readonly error?: string;
}

/**
 * Runs a textual pipeline on the visited operation, on nested operations with the same name, or on the parent of the
 * visited operation. Running the pipeline on the parent must fail.
 */
export const testDynamicPipeline = definePass({
  name: "test-dynamic-pipeline",
  displayName: "(anonymous namespace)::TestDynamicPipelinePass",
  summary: "Tests the dynamic pipeline feature by applying a pipeline on a selected set of functions",
  options: {
    "run-on-nested-operations": bool(
      false,
      "This will apply the pipeline on nested operations under the visited operation.",
    ),
    "run-on-parent": bool(
      false,
      "This will apply the pipeline on the parent operation if it exist, this is expected to fail.",
    ),
    "dynamic-pipeline": string("", "The pipeline description that will run on the filtered function."),
    "op-name": list(string("", ""), "List of function name to apply the pipeline to"),
  },
  create(options) {
    const text = options["dynamic-pipeline"];
    let manager: OpPassManager<Operation> | undefined;
    let parse: ((anchor: string) => Parsed) | undefined;
    return {
      initialize({ parsePipeline, print }) {
        parse = (anchor) => {
          const read = parsePipeline(text, anchor);
          return read.ok ? { manager: read.manager } : { error: pipelineErrorText(read.diagnostic) };
        };
        // Parses the text of the pipeline once, only to print errors. MLIR also parses the text here, to find the
        // required dialects.
        const { error } = text === "" ? {} : parse("builtin.module");
        if (error !== undefined) print(error);
        return undefined;
      },
      runOnOperation(op: Operation, pass) {
        pass.print(`Dynamic execute '${text}' on ${op.name}\n`);
        if (text === "") return pass.print("Empty pipeline\n");
        const symbol = op.symbolName;
        if (symbol === undefined) return pass.emitWarning("Ignoring because not implementing SymbolOpInterface\n");
        const names = options["op-name"];
        if (names.length > 0 && !names.includes(symbol)) {
          return pass.print(`dynamic-pipeline skip op name: ${symbol}\n`);
        }
        // Parses the text of the pipeline again if the operation has another name than the previous operation.
        if (manager?.anchor !== op.name) {
          const parsed = parse?.(op.name) ?? {};
          if (parsed.error !== undefined) pass.print(parsed.error);
          manager = parsed.manager;
        }
        const pipeline = manager ?? new OpPassManager<Operation>(op.name);
        if (options["run-on-parent"]) {
          if (op.parentOp !== undefined && pass.runPipeline(pipeline, op.parentOp)) pass.signalPassFailure();
          return;
        }
        if (!options["run-on-nested-operations"]) {
          if (!pass.runPipeline(pipeline, op)) pass.signalPassFailure();
          return;
        }
        pass.print("Run on nested op\n");
        op.walk((inner) => {
          if (inner === op || inner.name !== op.name || !inner.operationName.isIsolatedFromAbove) return;
          pass.print(`Run on ${inner.print({ localScope: true }).trimEnd()}\n`);
          if (!pass.runPipeline(pipeline, inner)) pass.signalPassFailure();
        });
      },
    };
  },
});
