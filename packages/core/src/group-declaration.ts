/**
 * Declaration of a group: a sequence of passes that one tool, the host, runs in one traversal, as PostCSS runs its
 * plugins. A declaration is JSON data, so planning does not need the code of the group.
 */
export interface GroupDeclaration {
  /** Name in pipelines: `group<postcss>(…)`. */
  readonly name: string;
  /** Whether planning refuses other steps that split the group, or reports them with a warning. */
  readonly splits: "refuse" | "report";
  /** Whether a member can use properties that earlier members provide. Default: only steps after the group can. */
  readonly visibleWithin?: boolean;
  /** Whether a run skips members whose `worksOn` does not match any operation in the IR. Default: false. */
  readonly skipsMembers?: boolean;
  /** Operations that the group can run on. Default: the operation of the outermost manager. */
  readonly anchors?: readonly string[];
}

/** Returns the text of a group in a textual pipeline, without the parentheses and the members: `group<postcss>`. */
export function groupText(name: string): string {
  return `group<${name}>`;
}

/** Returns the name of the group that an anchor text denotes, or `undefined`. */
export function groupIn(anchor: string): string | undefined {
  return anchor.startsWith("group<") && anchor.endsWith(">") ? anchor.slice("group<".length, -1) : undefined;
}
