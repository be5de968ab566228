import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Manifest } from "./packages.ts";
import { setting } from "./project.ts";

/** Returns the tarball of a package in the registry. */
export function tarballOf({ name, version }: Manifest): string {
  const file = `${name.replace(/^.*\//, "")}-${version}.tgz`;
  return join(setting("FOLDER"), "registry/storage", name, file);
}

/** Returns the paths in a tarball. */
export function filesIn(tarball: string): string[] {
  const listed = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
  return listed.map((path) => path.replace(/^package\//, "")).sort();
}

export function textIn(tarball: string, path: string): string {
  return execFileSync("tar", ["-xzOf", tarball, `package/${path}`], { encoding: "utf8" });
}
