import { type SourceLocation } from "@passwright/core";
import { type InsertionData, type RuleData } from "@passwright/sdk";
import { type Placed } from "./contribution-schema.ts";

/** A plugin in a config: what names it, and its options if there are any. */
export type PluginEntry = string | readonly [plugin: string, options: { readonly [name: string]: unknown }];

/** The user's last word on a step: leave it out, whoever put it there, or keep it, whatever could be dropped. */
export type OverrideData = ({ readonly ban: string } | { readonly pin: string }) & { readonly reason?: string };

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
  readonly overrides: readonly Placed<OverrideData>[];
  readonly retypes: readonly Placed<RetypeData>[];
  readonly inputs: readonly NamedInConfig[];
}
