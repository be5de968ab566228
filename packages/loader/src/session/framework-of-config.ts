import type { IrAdapter } from "@passwright/core";
import type { Framework } from "@passwright/sdk";
import { anchorOf, pointsOf } from "@passwright/sdk/loading";
import type { Contributor, FrameworkPart, PipelineInConfig } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";

export function frameworkOfConfig(
  config: CheckedConfig,
  pipeline: PipelineInConfig,
  code: { readonly ir: IrAdapter<object>; readonly hasIr: boolean },
  irPackage: Contributor | undefined,
): FrameworkPart {
  const { title, passTypes, properties, targets, levels, anchor } = config;
  const framework: Framework<object> = {
    name: title,
    get ir() {
      return code.ir;
    },
    anchor: anchorOf(pipeline, anchor?.text),
    extensionPoints: pointsOf(pipeline),
    passTypes,
    properties,
    cleanups: config.cleanups.map(({ text }) => text),
    targets,
    levels,
    ...(code.hasIr && code.ir.nesting !== undefined && { nesting: code.ir.nesting }),
    pipeline: () => {},
  };
  return { framework, contributor: undefined, data: undefined, hasIr: code.hasIr, ir: irPackage };
}
