import { describeThrown, stackOf } from "@passwright/core";
import type { Pass, PassBody } from "@passwright/core";
import { stackText } from "../render/stack-text.ts";

/**
 * Tells the stack of whatever a pass throws, for `--debug`. The run itself keeps only what belongs into a diagnostic. Every
 * pass gets a body around its own; the definitions, which others share, stay as they are.
 */
export function recordThrown<Op extends object>(
  manager: { forEachPass(visit: (pass: Pass<Op>) => void): void },
  tell: (stack: string) => void,
): void {
  const told = (thrown: unknown): never => {
    tell(stackText(stackOf(thrown) ?? describeThrown(thrown)));
    throw thrown;
  };
  manager.forEachPass((pass) => {
    const { body } = pass;
    const wrapped: PassBody<Op> = Object.create(body, {
      runOnOperation: {
        value(op: Op, context: Parameters<PassBody<Op>["runOnOperation"]>[1]): void | Promise<void> {
          try {
            return body.runOnOperation(op, context)?.catch(told);
          } catch (thrown) {
            return told(thrown);
          }
        },
      },
    }) as PassBody<Op>;
    (pass as { body: PassBody<Op> }).body = wrapped;
  });
}
