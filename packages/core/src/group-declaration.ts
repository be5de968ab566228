/**
 * Declaration of a group: a sequence of passes that the host runs in one traversal, as PostCSS runs its plugins. Data that can
 * be written as JSON, so that a pipeline can be planned without the code of the group.
 */
export interface GroupDeclaration {
  /** Name in pipelines: `group<postcss>(…)`. */
  readonly name: string;
  /** Whether a plan that splits the group is refused, or accepted with a warning. A split changes the result. */
  readonly splits: "refuse" | "report";
  /** Whether a member sees the properties that members before it provide. Default: they hold only after the group. */
  readonly visibleWithin?: boolean;
  /** Whether members that find nothing to work on (`worksOn`) are left out of a run. Default: no member is. */
  readonly skipsMembers?: boolean;
  /** Operations that the group can run on. Default: the operation of the outermost manager. */
  readonly anchors?: readonly string[];
}

/** Returns the text before the parenthesis of a group in a pipeline. */
export function groupText(name: string): string {
  return `group<${name}>`;
}

/** Returns the name of the group that the text of an anchor stands for, if it does. */
export function groupIn(anchor: string): string | undefined {
  return anchor.startsWith("group<") && anchor.endsWith(">") ? anchor.slice("group<".length, -1) : undefined;
}
