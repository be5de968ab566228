import { UsageError } from "@passwright/core";
import type { IrAdapter } from "@passwright/core";
import * as errors from "./errors.ts";

/** The IR of a framework without code. It is loaded when something runs. */
export class LazyIr {
  #adapter: IrAdapter<object> | undefined;

  set adapter(adapter: IrAdapter<object>) {
    this.#adapter = adapter;
  }

  /** @throws {@link UsageError} PWL0409 before it is loaded. */
  get adapter(): IrAdapter<object> {
    if (this.#adapter === undefined) throw new UsageError(errors.irNotLoaded());
    return this.#adapter;
  }

  get isLoaded(): boolean {
    return this.#adapter !== undefined;
  }
}
