import type { PassDeclaration } from "@passwright/core";
import { mlir } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { defineFramework } from "@passwright/sdk";
import type { Framework, PassManagerBuilder } from "@passwright/sdk";
import { checkedProperties, skeletonChecks } from "./checks.ts";
import type { Skeleton, SkeletonStep } from "./skeleton.ts";

type Pass = Extract<SkeletonStep, { pass: string }>;
type Point = Extract<SkeletonStep, { point: string }>;

function flatten(steps: readonly SkeletonStep[]): SkeletonStep[] {
  return steps.flatMap((step) => ("nest" in step ? flatten(step.steps) : [step]));
}

function build(builder: PassManagerBuilder<Operation>, steps: readonly SkeletonStep[]): void {
  for (const step of steps) {
    if ("nest" in step) build(builder.nest(step.nest), step.steps);
    else if ("point" in step) builder.addExtensionPoint(step.point);
    else builder.addPass(step.pass, { types: step.types });
  }
}

/** Makes a framework with the skeleton's pipeline on the embedded IR. The pipeline can be planned, but cannot run. */
export function frameworkOf(skeleton: Skeleton): Framework<Operation> {
  const steps = flatten(skeleton.steps);
  const points = steps.filter((step): step is Point => "point" in step);
  const passes = steps.filter((step): step is Pass => "pass" in step);
  const declared = passes.filter(({ declares }) => declares !== undefined);
  return defineFramework({
    name: skeleton.name,
    ir: mlir,
    anchor: skeleton.anchor,
    extensionPoints: Object.fromEntries(points.map((step) => [step.point, { since: "0.1", doc: step.doc }])),
    properties: { ...checkedProperties, ...skeleton.properties },
    checks: skeletonChecks,
    passes: declared.map((step): PassDeclaration => ({ name: step.pass, types: step.types, ...step.declares })),
    externalPasses: passes.map((step) => step.pass),
    pipeline(builder: PassManagerBuilder<Operation>) {
      build(builder, skeleton.steps);
    },
  }) as unknown as Framework<Operation>;
}
