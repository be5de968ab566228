import { renderDiagnostic } from "@passwright/core";
import { ThreadPool } from "@passwright/runner/threads";
import { functions, run } from "./workplace.ts";

/**
 * Runs a pass that needs more memory than the limit of its thread. If the process survives, prints the diagnostics of
 * the run.
 */

const [pass = ""] = process.argv.slice(2);
const pool = new ThreadPool({ threads: 2, memory: 64 });
const { result } = await run(`func.func(${pass})`, functions("a", "bad", "b", "c"), { pool });
console.log(result.diagnostics.map((one) => renderDiagnostic(one)).join("\n"));
await pool.close();
