import { passesOf, pipelinesOf } from "@passwright/sdk/loading";
import type { Assembly } from "@passwright/sdk/loading";

/** Whether data names a pass that is not declared. */
export function namesUnknown({ input: { owner, plugins }, work: { catalogue } }: Assembly): boolean {
  const inBundles = [...owner.bundles.values()].flatMap(({ passes }) => passes.map(({ data }) => data.pass));
  const inserted = [
    ...owner.insertions.flatMap(({ data }) => ("pass" in data ? [data.pass] : [])),
    ...plugins.flatMap(({ data }) => data.insertions.flatMap((one) => ("pass" in one.data ? [one.data.pass] : []))),
  ];
  const inPipelines = pipelinesOf(owner).flatMap((pipeline) => passesOf(pipeline).map(({ pass }) => pass));
  const isUnknown = (name: string): boolean =>
    catalogue.find(name) === undefined && catalogue.findPipeline(name) === undefined;
  return [...inBundles, ...inserted, ...inPipelines].some(isUnknown);
}
