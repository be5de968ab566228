import type { Plan, Resolution } from "@passwright/builder";
import { Random, samples } from "@passwright/development";
import { build, describeBuilding, generateBuilding } from "./random-building.ts";
import type { Building, Built } from "./random-building.ts";

/** Number of random buildings that these tests check. */
export const CASES: number = Number(process.env["BUILDINGS"] ?? samples(600));

/** Checks every random building. A failure shows the building. */
export function forEachBuilding(
  check: (building: Building, built: Built, resolution: Resolution, random: Random) => void,
): void {
  for (let seed = 0; seed < CASES; seed++) {
    const building = generateBuilding(new Random(seed));
    try {
      const built = build(building);
      check(building, built, built.builder.resolve(), new Random(seed + 1));
    } catch (error) {
      (error as Error).message += `\nseed ${seed}\n${describeBuilding(building)}`;
      throw error;
    }
  }
}

/** Checks every random building that has a plan. */
export function forEachPlan(check: (plan: Plan, building: Building, built: Built, random: Random) => void): void {
  forEachBuilding((building, built, { plan }, random) => {
    if (plan !== undefined) check(plan, building, built, random);
  });
}
