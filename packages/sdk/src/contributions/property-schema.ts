import type { Property } from "@passwright/builder";
import { map } from "../data/map-shape.ts";
import type { MapShape } from "../data/map-shape.ts";
import { flag, prose, word } from "../data/shape.ts";

/** A fact about the IR, as configs and manifests declare it. */
export const property: MapShape<Property> = map<Property>({
  kind: {
    doc: "structural: holds until a pass invalidates it; fragile: is lost unless a pass preserves it",
    required: true,
    shape: word(["structural", "fragile"]),
  },
  doc: { doc: "what it says", shape: prose },
  initially: { doc: "true: it holds of the IR that the pipeline is given", shape: flag },
});
