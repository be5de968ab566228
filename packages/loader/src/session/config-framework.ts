import { type IrAdapter, UsageError } from "@passwright/core";
import { type Framework } from "@passwright/sdk";
import { type CheckedConfig, type PipelineInConfig } from "../config/config.ts";
import { anchorOf, pointsOf } from "./config-pipeline.ts";
import * as errors from "./errors.ts";

/** The IR of a session, which is loaded when it is needed. */
export class LazyIr {
  #adapter: IrAdapter<object> | undefined;

  set adapter(adapter: IrAdapter<object>) {
    this.#adapter = adapter;
  }

  /** @throws {@link UsageError} PWL0409 before anybody loaded it. */
  get adapter(): IrAdapter<object> {
    if (this.#adapter === undefined) throw new UsageError(errors.irNotLoaded());
    return this.#adapter;
  }
}

/** A config with a pipeline of its own as what it is then: a framework, without code. */
export function frameworkOfConfig(config: CheckedConfig, pipeline: PipelineInConfig, ir: LazyIr): Framework<object> {
  const { title, passTypes, properties, targets, levels } = config;
  return {
    name: title,
    get ir() {
      return ir.adapter;
    },
    anchor: anchorOf(pipeline, config),
    extensionPoints: pointsOf(pipeline),
    passTypes,
    properties,
    cleanups: config.cleanups.map(({ text }) => text),
    targets,
    levels,
    // Built by the session, which knows the lines of the steps.
    pipeline: () => {},
  };
}
