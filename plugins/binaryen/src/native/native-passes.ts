import { definePass, suggest, UsageError } from "@passwright/core";
import type { OptionSpecs, PassDefinition } from "@passwright/core";
import { missingArgument, missingSetting, unknownPass } from "../errors.ts";
import type { WasmOp } from "../ir/wasm-module.ts";
import { nativeBatch, runNativePass } from "./native-calls.ts";
import { everyPass, INLINERS, inlining, withArgument } from "./native-options.ts";
import type { NativeOptions } from "./native-options.ts";
import { nativePassTable } from "./pass-table.ts";
import type { NativePass } from "./pass-table.ts";

function defineNativePass(row: NativePass): PassDefinition<WasmOp> {
  const { name, summary, type, onFunctions, argument, needs } = row;
  const options: OptionSpecs = {
    ...everyPass,
    ...(argument === undefined ? {} : withArgument),
    ...(INLINERS.has(name) ? inlining : {}),
  };
  return definePass<WasmOp, OptionSpecs>({
    name,
    summary,
    types: [type],
    // Function passes do not have an anchor, because they also run on modules.
    ...(onFunctions ? {} : { anchor: "wasm.module" }),
    ...(type === "Cleanup" ? { poorTarget: true } : {}),
    options,
    create(values) {
      const given = values as unknown as NativeOptions;
      if (argument !== undefined && given.argument === "") throw new UsageError(missingArgument(name, argument));
      if (needs !== undefined && !given.settings.includes(needs)) throw new UsageError(missingSetting(name, needs));
      return { batch: nativeBatch, runOnOperation: (op, pass) => runNativePass(name, op, pass) };
    },
  });
}

/** All Binaryen passes, with the same names as in Binaryen. */
export const nativePasses: readonly PassDefinition<WasmOp>[] = nativePassTable.map(defineNativePass);

const byName = new Map(nativePasses.map((pass) => [pass.declaration.name, pass]));

/**
 * Returns the pass in {@link nativePasses} that has the given name.
 *
 * @throws UsageError PWC0203 for an unknown name.
 */
export function nativePass(name: string): PassDefinition<WasmOp> {
  const pass = byName.get(name);
  if (pass !== undefined) return pass;
  throw new UsageError(unknownPass(name, suggest(name, byName.keys())));
}
