import { resolve, withoutContributor } from "@passwright/builder";
import type { PassManagerBuilder, Resolution } from "@passwright/builder";
import { diagnosticOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { keepCause, thrownText } from "../cause.ts";
import * as errors from "./code-errors.ts";
import type { Contributor } from "./input.ts";
import { reportOrderByName } from "./order-by-name.ts";
import type { Planned } from "./state.ts";
import type { Work } from "./work.ts";

/** Resolves all contributions into a plan or a graph of plans. */
export function resolveAll(work: Work, keepDuplicates: boolean): Planned {
  const planned = resolveWork(work, keepDuplicates);
  const isStrict = work.input.owner.strict.includes("order-by-name");
  const found = isStrict ? reportOrderByName(work, planned, "error") : [];
  return { ...planned, diagnostics: [...planned.diagnostics, ...found] };
}

function resolveWork({ input, builder, graph }: Work, keepDuplicates: boolean): Planned {
  if (graph !== undefined) {
    const { planned, diagnostics } = graph.plan({ keepDuplicates });
    return { ...(planned === undefined ? {} : { graph: planned }), diagnostics };
  }
  const withCode = input.plugins.filter(({ isCode }) => isCode).map(({ contributor }) => contributor);
  return resolveOne(builder, withCode, keepDuplicates);
}

/** Resolves one pipeline. If the builder throws, reports each plugin whose removal prevents the exception. */
function resolveOne(
  builder: PassManagerBuilder,
  withCode: readonly Contributor[],
  keepDuplicates: boolean,
): Resolution {
  try {
    return builder.resolve({ keepDuplicates });
  } catch (thrown) {
    if (diagnosticOf(thrown) !== undefined) throw thrown;
    const diagnostics = withCode
      .filter(({ name }) => resolvesWithout(builder, name))
      .map((found): Diagnostic => keepCause(errors.invalidContributions(found, thrownText(thrown)), thrown));
    if (diagnostics.length === 0) throw thrown;
    return { diagnostics };
  }
}

function resolvesWithout(builder: PassManagerBuilder, contributor: string): boolean {
  try {
    resolve(withoutContributor(builder.input(), contributor));
    return true;
  } catch {
    return false;
  }
}
