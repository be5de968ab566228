import type { LeftOut } from "@passwright/builder";
import { errorDiagnostic as error, quoted } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { OrderReport } from "@passwright/runner";
import { join as shellWords } from "shlex";

/* Errors about locks and checks: PWR0201 to PWR0305. */

function lockCommand(given: readonly string[]): string {
  return shellWords(["passwright", "lock", ...given]);
}

export function badLock(file: string, why: string, given: readonly string[] = []): Diagnostic {
  return error("PWR0201", `\`${file}\` ${why}`, `run \`${lockCommand(given)}\` to write the lock file`);
}

export function lockDiffers(file: string, differences: readonly string[], given: readonly string[]): Diagnostic {
  const help = `run \`${lockCommand(given)}\` to accept the new plan`;
  return error("PWR0203", `the plan differs from the lock in \`${file}\``, help, { notes: differences });
}

interface LoadDifference {
  readonly blamed: readonly string[];
  readonly differences: readonly string[];
}

function loadDifference(
  code: string,
  message: string,
  { blamed, differences }: LoadDifference,
  orders: readonly string[],
  what: string,
): Diagnostic {
  const [loads, changes] =
    orders.length > 0
      ? ["orders", differences.map((difference) => `in the second order, ${difference}`)]
      : ["loads", differences];
  const asking = blamed.map((name) => `\`${name}\` makes different calls in the two ${loads}`);
  const notes = [...orders, ...asking, ...changes];
  if (blamed.length > 0)
    return error(code, message, `look for ${what} in ${quoted(blamed)}`, { plugin: blamed.join(", "), notes });
  const help = `look for ${what} in the framework's \`pipeline\`, because all plugins make the same calls`;
  return error(code, message, help, { notes });
}

export function dependsOnLoadOrder(
  difference: LoadDifference & { readonly first: readonly string[]; readonly other: readonly string[] },
): Diagnostic {
  const { first, other } = difference;
  const orders = [`first order: ${first.join(", ")}`, `second order: ${other.join(", ")}`];
  const what = "state outside of `setup`, for example module variables,";
  const message = "the plan depends on the order in which plugins are loaded";
  return loadDifference("PWR0301", message, difference, orders, what);
}

export function differsEveryTime(difference: LoadDifference): Diagnostic {
  const message = "two plans differ, although the plugins were loaded in the same order";
  const what = "uses of a clock, random numbers or other external state";
  return loadDifference("PWR0304", message, difference, [], what);
}

export function duplicatesMatter(file: string, dropped: readonly LeftOut[]): Diagnostic {
  const help = [
    "run `passwright check --properties` to find the pass or cleanup whose declaration is wrong",
    `add \`overrides: [{ pin: "${dropped[0]?.address}" }]\` to the config to keep the duplicate`,
  ];
  const notes = dropped.map(({ address, because }) => `\`${address}\` is ${because}`);
  return error("PWR0302", `dropping duplicate cleanups changes the result of \`${file}\``, help, { notes });
}

/** Reports an order experiment that did not try a graph, or left out every input. Returns no error if an input was tried. */
export function noOrderTried({ inputs }: Pick<OrderReport, "inputs">): readonly Diagnostic[] {
  if (inputs.length === 0) {
    const single =
      "to try the orders of the steps in one pipeline, copy this pipeline to a config with the key `pipeline`";
    return [error("PWR0305", "no order was tried, because the framework has a graph of pipelines", single)];
  }
  if (inputs.some(({ leftOut }) => leftOut === undefined)) return [];
  const help = "correct the problem that the report contains for each input, or pass other inputs";
  return [error("PWR0305", "no order was tried, because every input was left out", help)];
}

export function nothingToCheckWith(framework: string): Diagnostic {
  const message = `framework \`${framework}\` has no \`checks\`, so no property was checked`;
  const help = "add a function for each property in `defineFramework`: `checks: { sorted: (op) => … }`";
  return error("PWR0303", message, help, { severity: "warning" });
}
