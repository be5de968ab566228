import type { Diagnostic } from "@passwright/core";
import type { Element } from "../resolve/element.ts";
import { aboutStep, positionText } from "./where.ts";

const on = (chain: readonly string[]): string => (chain.length === 0 ? "the root" : `'${chain.join(" > ")}'`);

const positionNote = ({ address, because, origin }: Element): string => positionText(address, because, origin);

/** PWB0511: a nested pass provides a value that belongs to the complete input. */
export function inputValueInNest(step: Element, value: string, chain: readonly string[]): Diagnostic {
  const message = `\`${step.name}\` on ${on(chain)} cannot provide \`${value}\`, which is a value of the whole input`;
  const help = `define \`${value}\` with \`per: "operation"\`, or anchor \`${step.name}\` on the root`;
  const reason = "a nested pass runs once for each operation, and can provide only values of that operation";
  return aboutStep("PWB0511", step, message, help, { notes: [positionNote(step), reason] });
}

/** PWB0512: a pass requires a value that belongs to operations on which the pass does not run. */
export function valueElsewhere(
  step: Element,
  value: string,
  chain: readonly string[],
  provider: Element,
  providedOn: readonly string[],
): Diagnostic {
  const message = `\`${step.name}\` on ${on(chain)} requires \`${value}\`, which is a value of ${on(providedOn)}`;
  const help = `anchor \`${step.name}\` on ${on(providedOn)} or on a surrounding operation`;
  const reason = `\`${provider.address}\` provides \`${value}\` on ${on(providedOn)}`;
  return aboutStep("PWB0512", step, message, help, { notes: [positionNote(step), reason] });
}

/** PWB0513: a conversion between the provider and the consumer drops values of operations. */
export function valueBeforeConversion(
  step: Element,
  value: string,
  provider: Element,
  conversion: Element,
): Diagnostic {
  const message = `\`${step.name}\` requires value \`${value}\`, which conversion \`${conversion.address}\` drops`;
  const help = `provide \`${value}\` after \`${conversion.address}\`, or define \`${value}\` with \`per: "input"\` and preserve it in the conversion`;
  const reason = `\`${provider.address}\` provides \`${value}\` before the conversion, for operations of another IR`;
  return aboutStep("PWB0513", step, message, help, { notes: [positionNote(step), reason] });
}

/** PWB0515: a nested pass requires a value for every operation, but a pass drops the value on the first one. */
export function valueOfNextOperation(
  step: Element,
  value: string,
  chain: readonly string[],
  dropping: Element,
): Diagnostic {
  const message = `\`${step.name}\` on ${on(chain)} requires value \`${value}\` for every operation, but \`${dropping.address}\` drops the value before the next operation`;
  const help = `if the value stays valid, add \`preserves: ["${value}"]\` to \`${dropping.name}\`; otherwise, move \`${dropping.name}\` after the next pass on the root`;
  const reason = "a nested pipeline runs all of its passes on one operation before it starts the next operation";
  return aboutStep("PWB0515", step, message, help, { notes: [positionNote(step), reason] });
}
