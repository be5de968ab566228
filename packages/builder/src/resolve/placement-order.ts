import type { Element } from "./element.ts";

/** Passes of one gap of which some have to come before others, because of how the `placed` ones were placed. */
export interface PlacementOrder {
  readonly side: "before" | "after";
  /** They are on that side of all of `targets`. */
  readonly placed: readonly Element[];
  readonly targets: readonly Element[];
}
