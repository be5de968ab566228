import type { CheckProperty } from "@passwright/builder";
import type { Operation } from "@passwright/ir";

function findTensor(op: Operation): string | undefined {
  let found: string | undefined;
  op.walk((inner) => {
    const type = [...inner.operandTypes, ...inner.resultTypes].find((one) => one.toString().startsWith("tensor<"));
    found ??= type === undefined ? undefined : `'${inner.name}' has a ${type.toString()}`;
  });
  return found;
}

/** Property of an IR without tensors: all tensors were converted to memory. */
export const checkedProperties = { bufferized: { kind: "structural", doc: "no value is a tensor" } } as const;

/** Functions that check the properties of the skeletons. */
export const skeletonChecks: { readonly [property: string]: CheckProperty<Operation> } = { bufferized: findTensor };
