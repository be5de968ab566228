import { type Case } from "./case.ts";

/** Why a case cannot apply to a program that is not mlir-opt itself. */
export type Reason =
  | "a native crash of the C++ program"
  | "a dialect that is left out"
  | "a quirk of the command-line library outside passes";

/** Cases that cannot apply, by how they are called. */
export const notApplicable: Readonly<Record<string, Reason>> = {};

/** Cases that apply and do not pass, with why. */
export const different: Readonly<Record<string, string>> = {};

export type { Case };
