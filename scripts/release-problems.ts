/** What a release is made from. */
export type ReleaseSource = {
  /** The version to release, such as 0.2.0. */
  readonly version: string;
  /** The version that each file states. */
  readonly stated: Readonly<Record<string, string>>;
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
  /** The output of `git status --porcelain`. */
  readonly changes: string;
  /** The commit of the version's tag, if there is one, and the current commit. */
  readonly tagged: string | undefined;
  readonly commit: string;
};

/** The notes of a version: its section of the changelog, without the heading. Undefined if there is none with at least one entry. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => {
    const [, title, date] = /^\[?([^\s\]]+)\]? - (\d{4}-\d{2}-\d{2})$/m.exec(each.split('\n', 1)[0]!) ?? [];
    return title === version && date !== undefined;
  });
  const notes = section?.slice(section.indexOf('\n')).trim();
  return notes !== undefined && /^- \S/m.test(notes) ? notes : undefined;
}

/** Why a version cannot be released, each as one line; empty if it can. */
export function releaseProblems({ version, stated, changelog, changes, tagged, commit }: ReleaseSource): string[] {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) return [`${version} is not a version such as 0.2.0`];
  return [
    ...(changes.trim() === '' ? [] : [`the tree differs from its commit:\n${changes.trimEnd()}`]),
    ...Object.entries(stated)
      .filter(([, each]) => each !== version)
      .map(([file, each]) => `${file} states ${each}, not ${version}`),
    ...(releaseNotes(changelog, version) === undefined
      ? [`CHANGELOG.md has no section "## ${version} - YYYY-MM-DD" with an entry`]
      : []),
    ...(tagged === undefined || tagged === commit ? [] : [`v${version} is already the tag of ${tagged}`]),
  ];
}
