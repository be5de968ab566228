import { type BundleRef } from "../bundle.ts";
import { type Contribution } from "../contribution.ts";
import { type Slot } from "../nesting.ts";
import { type Nest } from "../step.ts";

/** A contribution with its place settled: one step of the plan to be. `which: each` makes several of one contribution. */
export interface Item {
  readonly contribution: Contribution;
  readonly address: string;
  /** The bundle that it came in; every copy is one of its own. */
  readonly bundle: BundleRef | undefined;
  readonly slot: Slot;
  readonly nests: readonly Nest[];
  /** Why it stands there, in words. */
  readonly because: string;
}
