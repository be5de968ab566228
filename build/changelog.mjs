// Preset of conventional-changelog for commit subjects of the form `area: change`. `lerna version` uses this preset to
// read commits and to write the CHANGELOG.md of each package.

/** Areas of commits that do not change the published files. */
const INTERNAL = new Set(["bench", "build", "ci", "docs", "examples", "lint", "release", "tests"]);

const BREAKING = "BREAKING CHANGE";

export const parser = {
  headerPattern: /^([a-z][a-z0-9, -]*): (.+)$/,
  headerCorrespondence: ["area", "change"],
  noteKeywords: [BREAKING],
};

/**
 * Returns the kind of version that the commits require. A commit that adds a feature requires a minor version. A footer
 * `BREAKING CHANGE: …` requires a major version, or a minor version before 1.0.0.
 */
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
