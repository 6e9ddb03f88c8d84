/** The JSON of `npm audit --json`; `message`: the error if the registry could not be queried. */
export type AuditReport = {
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
};

type Vulnerability = {
  readonly severity: string;
  /** The causes: names of other packages, or advisories. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
  /** True if any update fixes it, or the version of a direct dependency that does. */
  readonly fixAvailable: boolean | { readonly name: string; readonly version: string };
};

/** The lines of a report, and whether it fails: a severe issue has a fix that is not installed, or nothing was checked. */
export type AuditResult = { readonly lines: readonly string[]; readonly fails: boolean };

/**
 * Evaluates a report. An issue without a fix is reported but does not fail the audit: no commit could fix it. Without an answer of the
 * registry the audit fails, unless `allowsUnanswered`: then the lines say that nothing was checked.
 */
export function evaluateAudit(
  { message, vulnerabilities }: AuditReport,
  { allowsUnanswered }: { allowsUnanswered: boolean },
): AuditResult {
  if (!vulnerabilities) {
    const line = `NOT CHECKED, the registry does not answer: ${message ?? 'no report'}`;
    return { lines: [allowsUnanswered ? `${line} (allowed by --allow-unanswered)` : line], fails: !allowsUnanswered };
  }
  const found = Object.entries(vulnerabilities).map(([name, { severity, via, fixAvailable }]) => {
    const titles = via.flatMap((one) => (typeof one === 'string' ? [] : [`${one.title} ${one.url}`]));
    const fails = fixAvailable !== false && ['high', 'critical'].includes(severity);
    return {
      line: `${severity} ${name}: ${titles.join('; ') || 'by what it needs'}${fixAvailable ? '' : ' (no fix yet)'}`,
      fails,
    };
  });
  return {
    lines: found.length > 0 ? found.map(({ line }) => line) : ['nothing known'],
    fails: found.some(({ fails }) => fails),
  };
}
