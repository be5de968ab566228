import { type SourceLocation } from "@passwright/core";
import { type Selector } from "@passwright/builder";
import { type InsertionData, type RuleData } from "@passwright/sdk";
import { type Placed } from "./contribution-schema.ts";

/** A plugin in a config: what names it, and its options if there are any. */
export type PluginEntry = string | readonly [plugin: string, options: { readonly [name: string]: unknown }];

type OrderTarget = string | { readonly type: string };

/**
 * The user's last word on a step: leave it out, whoever put it there; keep it, whatever could be dropped; keep it before or
 * after others.
 */
export type OverrideData = { readonly reason?: string } & (
  | { readonly ban: string }
  | { readonly pin: string }
  | ({ readonly order: string } & ({ readonly before: OrderTarget } | { readonly after: OrderTarget }))
);

/** An override after it was checked: the builder's, but for its origin. */
export type CheckedOverride = { readonly reason?: string } & (
  | { readonly ban: string }
  | { readonly pin: string }
  | { readonly order: string; readonly relation: "before" | "after"; readonly target: Selector }
);

/** Types for a pass that somebody else declares. */
export interface RetypeData {
  readonly pass: string;
  readonly types: readonly string[];
}

/** A config as people write it, in YAML, JSON or a module. */
export interface Config {
  /** The framework whose pipeline it is: an npm package, or a folder or file relative to the config. */
  readonly framework: string;
  readonly plugins?: readonly PluginEntry[];
  /** Passes to insert, beyond what the plugins do. */
  readonly insert?: readonly InsertionData[];
  readonly rules?: readonly RuleData[];
  /** What to compile for, and how much to optimise: of what the framework has. Its first of each if left out. */
  readonly target?: string;
  readonly level?: string;
  readonly overrides?: readonly OverrideData[];
  readonly retype?: readonly RetypeData[];
  /** What `passwright run` runs on when nothing else is named; relative to the config. */
  readonly inputs?: readonly string[];
}

/** A text of the config, and where it stands. */
export interface NamedInConfig {
  readonly text: string;
  readonly at: SourceLocation;
}

/** A plugin of the config, with the options that were given. */
export interface PluginInConfig extends NamedInConfig {
  readonly options: { readonly [name: string]: unknown };
}

/** A config after it was read and checked, with the places where things stand. */
export interface CheckedConfig {
  /** Absolute. */
  readonly path: string;
  /** The name of the file, for origins. */
  readonly name: string;
  readonly framework: NamedInConfig;
  readonly plugins: readonly PluginInConfig[];
  readonly insertions: readonly Placed<InsertionData>[];
  readonly rules: readonly Placed<RuleData>[];
  readonly target: NamedInConfig | undefined;
  readonly level: NamedInConfig | undefined;
  readonly overrides: readonly Placed<CheckedOverride>[];
  readonly retypes: readonly Placed<RetypeData>[];
  readonly inputs: readonly NamedInConfig[];
}
