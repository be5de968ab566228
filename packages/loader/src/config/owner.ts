import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import type { Located } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";
import { isInside } from "./paths.ts";

/** Package that a config extends by name. Configs of the package can refer only to files in the package's folder. */
export interface ConfigOwner {
  /** Name of the config file, in plans and diagnostics. */
  readonly name: string;
  /** Folder of the config. */
  readonly folder: string;
}

/** Returns an error if `path`, which a config of the package `owner` contains, is outside of the package. */
export function checkOwner({ text, at }: Located, path: string, owner: ConfigOwner): Diagnostic | undefined {
  return isInside(owner.folder, realPath(path)) ? undefined : errors.leavesPackage(text, owner.name, at);
}

/** Resolves symbolic links in the part of a path that exists. */
export function realPath(path: string): string {
  const parent = dirname(path);
  if (parent === path) return path;
  if (existsSync(path)) return realpathSync(path);
  const inside = join(realPath(parent), basename(path));
  // Resolves a link even if its target does not exist, because writing to the link creates the target.
  const isLink = lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? realPath(resolve(dirname(inside), readlinkSync(inside))) : inside;
}
