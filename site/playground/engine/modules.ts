import * as builder from "@passwright/builder";
import * as core from "@passwright/core";
import * as graph from "@passwright/graph";
import * as instrument from "@passwright/instrument";
import * as ir from "@passwright/ir";
import * as transforms from "@passwright/plugin-transforms";
import * as sdk from "@passwright/sdk";
import * as svgo from "@passwright/svgo";
import * as kiln from "passwright-example-kiln";
import * as svg from "passwright-example-svg";
import * as batch from "passwright-plugin-batch";
import * as memory from "passwright-plugin-memory";
import * as release from "passwright-plugin-release";
import * as strength from "passwright-plugin-strength";
import * as a11y from "passwright-plugin-svg-a11y";
import type { PACKAGES } from "../packages.ts";

const modules: { readonly [name in (typeof PACKAGES)[number]]: object } = {
  "@passwright/builder": builder,
  "@passwright/core": core,
  "@passwright/graph": graph,
  "@passwright/instrument": instrument,
  "@passwright/ir": ir,
  "@passwright/plugin-transforms": transforms,
  "@passwright/sdk": sdk,
  "@passwright/svgo": svgo,
  "passwright-example-kiln": kiln,
  "passwright-example-svg": svg,
  "passwright-plugin-batch": batch,
  "passwright-plugin-memory": memory,
  "passwright-plugin-release": release,
  "passwright-plugin-strength": strength,
  "passwright-plugin-svg-a11y": a11y,
};

/** Packages that configs and modules of the playground can use. */
export const MODULES: ReadonlyMap<string, { readonly default?: unknown }> = new Map(Object.entries(modules));
