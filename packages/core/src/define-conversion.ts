import { problemOfFunction, readArgument } from "./check-definition.ts";
import { CODE } from "./code.ts";
import { definePass, refuse } from "./define-pass.ts";
import type { IrAdapter } from "./ir-adapter.ts";
import type { OptionSpecs, ValuesOf } from "./options/option-spec.ts";
import { OpPassManager } from "./pass.ts";
import type { PassContext, PassDefinition } from "./pass.ts";
import type { PassDeclaration } from "./pass-declaration.ts";
import { followAdapter } from "./run/follow-adapter.ts";
import { conversionIn } from "./run/parts.ts";
import type { Part } from "./run/parts.ts";
import { diagnosticOf } from "./diagnostic.ts";
import { CheckedRun } from "./run/checked-run.ts";
import { badNewRoot } from "./run/run-errors.ts";
import { describeThrown } from "./thrown.ts";

/** Adapter of the IR before or after a conversion, with the name of its root operation, if known. */
export type ConvertedIr<Op extends object> = IrAdapter<Op> & { readonly root?: string };

/** Definition of a conversion. */
export interface ConversionDefinition<
  From extends object,
  To extends object,
  O extends OptionSpecs = OptionSpecs,
> extends PassDefinition<From, O> {
  /** Adapter of the IR after the conversion. */
  readonly leaves: IrAdapter<To>;
}

/** Code of a conversion. The argument of {@link defineConversion} consists of this code and the declaration. */
export interface ConversionCode<From extends object, To extends object, O extends OptionSpecs, S extends string> {
  /** IR before the conversion. The `root` of this IR is the anchor of the conversion. */
  readonly from: ConvertedIr<From>;
  /** IR after the conversion. */
  readonly to: ConvertedIr<To>;
  /** Options of the conversion, by name. */
  readonly options?: O;
  /** Statistics of the conversion, by name. */
  readonly statistics?: { readonly [K in S]: string };
  /** Returns the root of the new tree, or a promise for `runAsync`. */
  convert(root: From, pass: PassContext<From, ValuesOf<O>, S>): To | Promise<To>;
}

/**
 * Defines a conversion: a pass on the root that replaces the IR. After the conversion, steps, anchors, verification and
 * printing use the IR `to`. After the call, the run does not use the tree that `convert` received.
 *
 * @throws {@link UsageError} for the same problems as {@link definePass}.
 */
export function defineConversion<
  From extends object,
  To extends object,
  const O extends OptionSpecs = {},
  const S extends string = never,
>(
  definition: Omit<PassDeclaration, "ir" | "to" | "toAnchor" | "worksOn"> & ConversionCode<From, To, O, S>,
): ConversionDefinition<From, To, O> {
  return readArgument("defineConversion", () => {
    const { from, to, convert, anchor = from?.root, ...rest } = definition;
    const unusable = problemOfFunction(convert, true);
    if (unusable !== undefined) refuse(definition.name, `\`convert\` ${unusable.problem}`, unusable.help);
    const conversion = {
      ...rest,
      ...(anchor === undefined ? {} : { anchor }),
      ir: from ?? {},
      to: to?.name ?? "",
      ...(to?.root === undefined ? {} : { toAnchor: to.root }),
      leaves: to,
      [CODE]: { run: ConversionRun, split: splitParts },
      ...(typeof convert === "function" && {
        runOnOperation(root: From, pass: PassContext<From, ValuesOf<O>, S>): void | Promise<void> {
          const made = convert(root, pass);
          if (typeof (made as Promise<To> | undefined)?.then !== "function") return pass.replaceRoot(made as To);
          return (made as Promise<To>).then((one) => pass.replaceRoot(one));
        },
      }),
    };
    return definePass<From, O, S>(conversion as never) as ConversionDefinition<From, To, O>;
  });
}

function splitParts<Op extends object>(manager: OpPassManager<Op>, adapter: IrAdapter<Op>): readonly Part<Op>[] {
  const options = { nesting: manager.nesting, isOutermost: true };
  const parts: Part<Op>[] = [{ adapter, manager: new OpPassManager<Op>(manager.anchor, options) }];
  for (const element of manager.elements) {
    const { manager: part } = parts.at(-1) as Part<Op>;
    part.append({ elements: [element] });
    const conversion = conversionIn(element);
    if (conversion === undefined) continue;
    parts.push({
      adapter: conversion.definition.leaves as unknown as IrAdapter<Op>,
      manager: new OpPassManager<Op>(conversion.declaration.toAnchor, options),
      follow: followAdapter,
    });
  }
  return parts;
}

/** Context of a conversion. When the conversion has ended, the run switches to the new IR and verifies the new root. */
class ConversionRun<Op extends object, Frame extends { readonly op: Op }> extends CheckedRun<Op, Frame> {
  #root: unknown;

  override replaceRoot(root: object): void {
    this.current("replaceRoot");
    this.#root = root;
  }

  override end(): void {
    const frame = this.current("end");
    super.end();
    const root = this.#root;
    this.#root = undefined;
    if (this.failed) return;
    this.all = false;
    try {
      this.services.convertTo(this.step, frame, root);
    } catch (thrown) {
      const { declaration } = this.step.pass;
      const { to = "" } = declaration;
      const what = `a root that \`nameOf\` of IR \`${to}\` refuses: ${describeThrown(thrown)}`;
      this.services.reporter.report(diagnosticOf(thrown) ?? badNewRoot(declaration, to, what));
      this.fail();
    }
  }
}
