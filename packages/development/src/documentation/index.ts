export { definitionKeysPage } from "./definition-keys.ts";
export { errorPages } from "./errors/error-pages.ts";
export { findCodes } from "./errors/find-codes.ts";
export { parseExplanations, readExplanations } from "./errors/explanations.ts";
export { textsIn } from "./errors/texts-in-tests.ts";
export { type EntryPoint, findEntryPoints, reportPath } from "./api/entry-points.ts";
export { type Row, ROWS } from "./rows/rows.ts";
export { ROOT } from "./repository.ts";
