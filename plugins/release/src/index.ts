import { definePlugin } from "@passwright/sdk";
import { stripAsserts } from "./strip-asserts.ts";

// Where the pass goes stands in package.json, under "passwright": a plan can be made without running this file.
export default definePlugin({ passes: [stripAsserts] });
