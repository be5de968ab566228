import type { Instrumentation, PassManager, PrintOptions } from "@passwright/core";
import { followContexts } from "@passwright/instrument";
import type { Reproducer } from "@passwright/instrument";
import type { MlirAdapter, Operation } from "@passwright/ir";
import { LARGEST_COPY } from "../../run/reproducer.ts";
import type { ProgramEvent } from "../../threads/remote-terminal.ts";
import type { ThreadActivity } from "../../threads/watched-thread.ts";
import { isOn, valueOf } from "../flags.ts";
import type { FlagUse } from "../flags.ts";

/** What would be needed to run again what runs now. */
export interface RunContext extends Reproducer {
  /** The IR as text; only the size of the input, in bytes, if it is too large to be copied. */
  readonly ir: string | { readonly size: number };
  /** The input that it came from, as it was named. */
  readonly input: string;
  /** The file that flags name for reproducers, if they name one. */
  readonly to?: string;
}

/** What a thread tells that runs passwright-opt. */
export type OptEvent =
  | ProgramEvent
  /** Plugins are loaded: from now on only passes are watched. */
  | { readonly kind: "loaded" }
  | { readonly kind: "context"; readonly context: RunContext };

/** Of an input that is not copied. */
const NO_REPRODUCER = { pipeline: "", disableThreading: true, verifyEach: true };

/** Tells the thread that watches this one what it has to know before it is too late to ask. */
export class RunWatch {
  readonly #activity: ThreadActivity;
  readonly #tell: (event: OptEvent) => void;

  constructor(activity: ThreadActivity, tell: (event: OptEvent) => void) {
    this.#activity = activity;
    this.#tell = tell;
  }

  loaded(): void {
    this.#tell({ kind: "loaded" });
  }

  /** For one run: where it is, and what a reproducer would hold. */
  instrumentations(
    adapter: MlirAdapter,
    manager: PassManager<Operation>,
    uses: readonly FlagUse[],
    how: {
      readonly input: string;
      readonly size: number;
      readonly disableThreading: boolean;
      readonly print: PrintOptions;
    },
  ): readonly Instrumentation<Operation>[] {
    const { input, size, ...rest } = how;
    const to = valueOf(uses, "mlir-pass-pipeline-crash-reproducer") ?? "";
    const local = to !== "" && isOn(uses, "mlir-pass-pipeline-local-reproducer");
    const contexts = followContexts(adapter, {
      ...rest,
      local,
      onContext: (ir, reproducer) => {
        const context = { ...reproducer, ir, input, ...(to === "" ? {} : { to }) };
        this.#tell({ kind: "context", context });
      },
    });
    const passes = this.#activity.instrumentation(adapter as never, (visit) => manager.forEachPass(visit as never));
    const isTold = to !== "" || size <= LARGEST_COPY;
    if (!isTold) this.#tell({ kind: "context", context: { input, ir: { size }, ...NO_REPRODUCER } });
    return [...(isTold ? [contexts] : []), passes as Instrumentation<never> as Instrumentation<Operation>];
  }
}
