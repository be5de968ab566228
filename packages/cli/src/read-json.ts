import { join } from "node:path";
import { readText } from "@passwright/loader";

/** Returns an object in JSON. Returns an empty object if the text is not JSON, or does not contain an object. */
export function objectIn(text: string): { readonly [key: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as { readonly [key: string]: unknown }) : {};
  } catch {
    return {};
  }
}

interface PackageJson {
  readonly passwright?: { readonly kind?: unknown };
  readonly dependencies?: object;
  readonly peerDependencies?: object;
}

/** Reads the package.json in a folder. Returns an empty object if the file is missing or invalid. */
export function readPackageJson(folder: string): PackageJson {
  const read = readText(join(folder, "package.json"));
  return read.ok ? objectIn(read.text) : {};
}
