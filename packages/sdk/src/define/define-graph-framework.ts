import { openGraph } from "../stages/assembly-graph.ts";
import { readTable } from "./check-shape.ts";
import { defineFramework } from "./define-framework.ts";
import type {
  CheckedFramework,
  DefinedFramework,
  FrameworkInput,
  FrameworkShape,
  GraphFunction,
} from "./define-framework.ts";
import type { HookDeclarations } from "../hooks/hook-types.ts";

/**
 * Defines a framework with several pipelines. Its function `graph` registers the pipelines. This function is separate
 * from `defineFramework`, so that programs with one pipeline do not bundle the code for graphs.
 *
 * @throws UsageError PWC0106 for a name that contains a control character.
 */
export function defineGraphFramework<
  Op extends object,
  const F extends FrameworkShape,
  H extends HookDeclarations = {},
>(
  framework: F & FrameworkInput<Op, H> & CheckedFramework<F> & { readonly hooks?: H } & GraphFunction<Op, H>,
): DefinedFramework<Op, F, H> {
  return defineFramework<Op, F, H>(readTable("defineGraphFramework", framework, () => ({ ...framework, openGraph })));
}
