import type { Diagnostic } from "@passwright/core";
import type { AssemblyInput } from "./input.ts";
import type { Planned } from "./resolve.ts";
import type { Work } from "./work.ts";

/** @internal Progress and results of an assembly. */
export interface AssemblyState extends Omit<Planned, "diagnostics"> {
  readonly input: AssemblyInput;
  readonly work: Work;
  readonly diagnostics: readonly Diagnostic[];
  readonly isResolved: boolean;
}
