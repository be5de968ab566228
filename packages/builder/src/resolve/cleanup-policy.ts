import type { Override } from "../contributions/edit.ts";
import type { Guard, Properties } from "../properties/property.ts";
import type { Rule } from "../rules/rule.ts";
import type { Spine } from "../steps/spine.ts";
import type { Cleanup } from "./cleanup.ts";

/** What inserting and dropping cleanups depends on. */
export interface CleanupPolicy {
  readonly spine: Spine;
  readonly properties: Properties;
  readonly guards: readonly Guard[];
  readonly cleanups: readonly Cleanup[];
  readonly rules: readonly Rule[];
  readonly overrides: readonly Override[];
}
