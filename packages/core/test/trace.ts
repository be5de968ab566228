import { definePass, renderDiagnostic } from "@passwright/core";
import type {
  Instrumentation,
  PassBody,
  PassContext,
  PassDeclaration,
  PassDefinition,
  RunResult,
} from "@passwright/core";
import type { Item } from "./toy-ir.ts";

/** Records the events of a run, one per line, indented by nesting. */
export class Trace {
  readonly lines: string[] = [];
  #indent = "";

  say(text: string): void {
    this.lines.push(this.#indent + text);
  }

  open(text: string): void {
    this.say(text);
    this.#indent += "  ";
  }

  close(text: string): void {
    this.#indent = this.#indent.slice(2);
    this.say(text);
  }

  get text(): string {
    return this.lines.join("\n");
  }
}

export function nameItem(op: Item): string {
  return op.label === undefined ? op.kind.text : `${op.kind.text} @${op.label}`;
}

type Body = (op: Item, pass: PassContext<Item>) => unknown;

type Declaration = PassDeclaration & Omit<PassBody<Item>, "runOnOperation">;

/** Makes a pass that traces its operation, and then calls the given body. */
export function tracingPass(
  trace: Trace,
  declaration: string | Declaration,
  body: Body = () => undefined,
): PassDefinition<Item> {
  const described: Declaration = typeof declaration === "string" ? { name: declaration } : declaration;
  return definePass({
    ...described,
    runOnOperation(op: Item, pass: PassContext<Item>) {
      trace.say(`${described.name} on ${nameItem(op)}`);
      return body(op, pass) as void | Promise<void>;
    },
  }) as PassDefinition<Item>;
}

/** Makes an instrumentation that traces the called hooks. */
export function tracingInstrumentation(trace: Trace, name = ""): Instrumentation<Item> {
  const prefix = name === "" ? "" : `${name}: `;
  return {
    name: "tracer",
    beforePipeline: (anchor, op, parent) =>
      trace.open(
        `${prefix}pipeline ${anchor?.text ?? "any"} on ${nameItem(op)} from ${parent.argument || parent.displayName} {`,
      ),
    afterPipeline: (anchor) => trace.close(`${prefix}} pipeline ${anchor?.text ?? "any"}`),
    beforePass: (pass, op) => trace.open(`${prefix}${pass.displayName} on ${nameItem(op)} {`),
    afterPass: (pass) => trace.close(`${prefix}} ${pass.displayName}`),
    afterPassFailed: (pass) => trace.close(`${prefix}} ${pass.displayName} failed`),
    beforeAnalysis: (analysis, op) => trace.open(`${prefix}analysis ${analysis.displayName} on ${nameItem(op)} {`),
    afterAnalysis: (analysis) => trace.close(`${prefix}} analysis ${analysis.displayName}`),
  };
}

/** Formats a result: whether it succeeded, and then all diagnostics in full. */
export function describeResult(result: RunResult): string {
  return [result.succeeded ? "succeeded" : "failed", ...result.diagnostics.map((one) => renderDiagnostic(one))].join(
    "\n",
  );
}

/** Returns the exception of a call as text. */
export function describeThrow(call: () => unknown): string {
  try {
    call();
  } catch (thrown) {
    const { diagnostic } = thrown as { diagnostic?: Parameters<typeof renderDiagnostic>[0] };
    return diagnostic === undefined ? `threw ${String(thrown)}` : renderDiagnostic(diagnostic);
  }
  return "nothing was thrown";
}

/** Removes the indentation of the first line from all lines of a template literal. */
export function block(text: string): string {
  const lines = text.replace(/^\n/, "").replace(/\n *$/, "").split("\n");
  const indent = /^ */.exec(lines[0] ?? "")?.[0].length ?? 0;
  return lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length))).join("\n");
}
