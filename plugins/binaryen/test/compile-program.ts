import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Parts of AssemblyScript's compiler that the tests use. Declared here, because the compiler's own type declarations
 * are written in a variant of TypeScript.
 */
interface Asc {
  main(
    argv: readonly string[],
    host: {
      readFile(name: string): string | null;
      writeFile(name: string, contents: Uint8Array): void;
      listFiles(): readonly string[];
    },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

const asc = (await import("assemblyscript/asc" as string)) as unknown as Asc;

export const programs: readonly string[] = ["numbers", "shapes", "words"];

const compiled = new Map<string, Promise<Uint8Array>>();

/**
 * Compiles a program of `programs/` with AssemblyScript, without optimization. For the name `source-map`, returns the
 * module in the npm package `source-map`.
 */
export function compileProgram(name: string): Promise<Uint8Array> {
  let binary = compiled.get(name);
  if (binary === undefined) compiled.set(name, (binary = compile(name)));
  return binary;
}

async function compile(name: string): Promise<Uint8Array> {
  if (name === "source-map") {
    return readFileSync(createRequire(import.meta.url).resolve("source-map/lib/mappings.wasm"));
  }
  const source = readFileSync(fileURLToPath(new URL(`../test/programs/${name}.as`, import.meta.url)), "utf8");
  let binary: Uint8Array | undefined;
  const { error, stderr } = await asc.main([`${name}.ts`, "--outFile", "out.wasm", "-O0", "--debug"], {
    readFile: (file) => (file === `${name}.ts` ? source : null),
    writeFile: (file, contents) => {
      if (file === "out.wasm") binary = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || binary === undefined) throw new Error(`${name}: ${stderr.toString()}`);
  return binary;
}
