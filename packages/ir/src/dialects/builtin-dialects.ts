import { arith } from "./arith.ts";
import { builtin } from "./builtin.ts";
import { cf } from "./cf.ts";
import type { DialectDefinition } from "./define-dialect.ts";
import { func } from "./func.ts";
import { memref } from "./memref.ts";
import { scf } from "./scf.ts";
import { ub } from "./ub.ts";

/** Dialects in this package. */
export const dialects: readonly DialectDefinition[] = [arith, builtin, cf, func, memref, scf, ub];
