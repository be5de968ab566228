import { OpBuilder } from "../builder.ts";
import type { Block, Operation, Value } from "../handles.ts";
import type { DialectInliner } from "./dialect-inliner.ts";

/**
 * Inlining rules of func: functions and calls can be inlined unless they have `no_inline`
 * (`mlir/lib/Dialect/Func/Extensions/InlinerExtension.cpp`).
 */
export const funcInliner: DialectInliner = {
  isLegalToInlineCall: (call, callable) => !call.hasAttr("no_inline") && !callable.hasAttr("no_inline"),
  isLegalToInlineRegion: () => true,
  isLegalToInline: true,
  handleTerminator(terminator: Operation, to: Block | readonly Value[]) {
    if (terminator.name !== "func.return") return;
    if (isList(to)) {
      terminator.operands.forEach((value, i) => to[i]!.replaceAllUsesWith(value));
      return;
    }
    OpBuilder.before(terminator).create("cf.br", { operands: terminator.operands, successors: [to] });
    terminator.erase();
  },
};

function isList(to: Block | readonly Value[]): to is readonly Value[] {
  return Array.isArray(to);
}
