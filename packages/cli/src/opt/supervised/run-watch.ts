import { type Instrumentation, type PrintOptions } from "@passwright/core";
import { followContexts } from "@passwright/instrument";
import { type MlirAdapter, type Operation } from "@passwright/ir";
import { type PlaceWriter } from "../../run/place.ts";
import { type FlagUse, isOn, valueOf } from "../parse-flags.ts";
import { type OptEvent } from "./opt-job.ts";

/** Tells the thread that watches this one what it has to know before it is too late to ask. */
export class RunWatch {
  readonly #place: PlaceWriter;
  readonly #tell: (event: OptEvent) => void;

  constructor(place: PlaceWriter, tell: (event: OptEvent) => void) {
    this.#place = place;
    this.#tell = tell;
  }

  loaded(): void {
    this.#tell({ kind: "loaded" });
  }

  /** For one run: where it is, and what a reproducer would hold. */
  instrumentations(
    adapter: MlirAdapter,
    uses: readonly FlagUse[],
    how: { readonly input: string; readonly disableThreading: boolean; readonly print: PrintOptions },
  ): readonly Instrumentation<Operation>[] {
    const { input, ...rest } = how;
    const to = valueOf(uses, "mlir-pass-pipeline-crash-reproducer") ?? "";
    const local = to !== "" && isOn(uses, "mlir-pass-pipeline-local-reproducer");
    const contexts = followContexts(adapter, {
      ...rest,
      local,
      tell: (ir, reproducer) => {
        const context = { ...reproducer, ir, input, ...(to === "" ? {} : { to }) };
        this.#tell({ kind: "context", context });
      },
    });
    const places = this.#place.instrumentation(
      adapter as never,
    ) as Instrumentation<never> as Instrumentation<Operation>;
    return [contexts, places];
  }
}
