import { problemOfFunction, readArgument } from "./check-definition.ts";
import { CODE } from "./code.ts";
import { definePass, refuse } from "./define-pass.ts";
import { ConversionRun } from "./run/conversion-run.ts";
import { splitParts } from "./run/split-parts.ts";
import type { IrAdapter } from "./ir-adapter.ts";
import type { OptionSpecs, ValuesOf } from "./options/option-spec.ts";
import type { PassContext, PassDefinition } from "./pass.ts";
import type { PassDeclaration } from "./pass-declaration.ts";

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
