import type { Locale } from '@retoma/commerce/locale';
import { examine } from './examine.ts';
import { toIssue, type Issue } from './issue.ts';
import type { Key } from '../members/report.ts';
import { placed } from './validate.ts';
import type { Format } from '../definition/flat.ts';
import type { Flow } from '../definition/flow.ts';
import { parseJsonText } from '../definition/json-text.ts';
import { locate, positionsOf, type Position } from '../definition/positions.ts';

/** A parsed definition: the flow with its warnings and the positions of its values; or all issues, of which at least one is an error. */
export type Imported =
  | {
      ok: true;
      flow: Flow;
      format: Format;
      issues: Issue[];
      /** The positions of the values at these keys (`["steps", 0, "minutes"]`); for a missing value, its parent's position. */
      positions: (wanted: readonly (readonly Key[])[]) => Position[];
    }
  | { ok: false; issues: Issue[] };

/**
 * Parses the text of a definition (DEF1): reports all issues at once, with line and column. Never throws; keeps unknown members.
 *
 * @example
 * const imported = importFlow(text, 'en');
 * if (!imported.ok) return imported.issues; // [{ path: 'steps[0].minutes', line: 6, code: 'OUT_OF_RANGE', … }]
 */
export function importFlow(input: string, locale: Locale = 'pt-BR'): Imported {
  const parsed = parseJsonText(input);
  if (!parsed.ok) return { ok: false, issues: placed([parsed.finding], parsed.text, locale) };
  const { text, value } = parsed;
  const { report, outline } = examine(value);
  const issues = placed(report.findings, text, locale);
  if (report.hasErrors) return { ok: false, issues };
  const positions = (wanted: readonly (readonly Key[])[]): Position[] => positionsOf(text, locate(text, wanted));
  return { ok: true, flow: value as Flow, format: outline.format, issues, positions };
}

/** Reads a definition from a value, such as a stored one. Never throws; the value is not copied. */
export function readFlow(
  value: unknown,
  locale: Locale = 'pt-BR',
): { ok: true; flow: Flow; format: Format; issues: Issue[] } | { ok: false; issues: Issue[] } {
  const { report, outline } = examine(value);
  const issues = report.findings.map((finding) => toIssue(finding, locale));
  return report.hasErrors ? { ok: false, issues } : { ok: true, flow: value as Flow, format: outline.format, issues };
}
