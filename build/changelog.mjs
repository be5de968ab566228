// How `lerna version` reads commits, and writes CHANGELOG.md of each package: a preset of conventional-changelog for subjects
// of the form `area: change`.

/** Areas whose commits do not change what is published. */
const INTERNAL = new Set(["bench", "build", "ci", "docs", "examples", "lint", "release", "tests"]);

const BREAKING = "BREAKING CHANGE";

export const parser = {
  headerPattern: /^([a-z][a-z0-9, -]*): (.+)$/,
  headerCorrespondence: ["area", "change"],
  noteKeywords: [BREAKING],
};

/** An addition makes a minor version, a footer `BREAKING CHANGE: …` a major one (a minor one before 1.0.0). */
export function whatBump(commits) {
  const breaking = commits.filter(({ notes }) => notes.length > 0).length;
  const additions = commits.filter(({ area, change }) => !INTERNAL.has(area) && /^(?:add|allow|accept)\b/.test(change));
  const level = breaking > 0 ? 0 : additions.length > 0 ? 1 : 2;
  return { level, reason: `${breaking} breaking changes, ${additions.length} additions` };
}

export const writer = {
  transform: (commit) => (isListed(commit) ? { ...commit, shortHash: commit.hash?.slice(0, 7) } : false),
  groupBy: "none",
  commitsSort: ["area", "change"],
  mainTemplate: `{{> header}}
{{#each noteGroups}}
### Breaking changes

{{#each notes}}
* {{text}}
{{/each}}

{{/each}}
{{#each commitGroups}}
{{#each commits}}
{{> commit}}
{{/each}}
{{/each}}
`,
  headerPartial: "## {{version}} ({{date}})\n\n",
  commitPartial: "* {{area}}: {{change}} ({{shortHash}})\n",
};

function isListed({ area, notes }) {
  return notes.length > 0 || (area !== null && area !== undefined && !INTERNAL.has(area));
}
