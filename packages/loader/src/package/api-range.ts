import type { Diagnostic } from "@passwright/core";
import * as errors from "./errors.ts";

/**
 * Checks the range of API versions that a package works with against the version that is here.
 *
 * A prerelease of the API counts as the release that it leads to, and has to be in the range itself too. semver alone
 * would refuse 1.3.0-beta.1 to `^1.0.0`, and, told to include prereleases, accept 2.0.0-alpha.1 for `<2.0.0`.
 */
export async function checkApiRange(range: string, version: string, who: errors.Who): Promise<Diagnostic | undefined> {
  // What nearly every manifest says. Reading ranges takes expressions that are long to prepare.
  if (range === `^${version}` && /^[1-9]\d*\.\d+\.\d+$/.test(version)) return undefined;
  const { gtr, ltr, satisfies, validRange } = await import("./semver.ts");
  if (validRange(range) === null) return errors.badApiRange(range, version, who);
  const release = version.replace(/-.*$/, "");
  if (satisfies(version, range, { includePrerelease: true }) && satisfies(release, range)) return undefined;
  const side = gtr(version, range) ? "plugin" : ltr(version, range) ? "host" : "neither";
  return errors.apiMismatch(range, version, side, who);
}
