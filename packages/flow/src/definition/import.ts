import { examine } from '../validate/examine.ts';
import { toIssue, type Issue } from '../validate/issue.ts';
import type { Locale } from '../validate/codes.ts';
import type { Key } from '../validate/report.ts';
import { placed } from '../validate/validate.ts';
import type { Format } from './flat.ts';
import type { Flow } from './flow.ts';
import { parseJsonText } from './json-text.ts';
import { locate, positionsOf, type Position } from './positions.ts';

/**
 * A definition read from text: the flow with its warnings, and the positions of its values; or the issues, errors and
 * warnings alike, that keep it from being one.
 */
export type Imported =
  | {
      ok: true;
      flow: Flow;
      format: Format;
      issues: Issue[];
      /** The positions of the values at these keys (`["steps", 0, "minutes"]`); of a missing one, its parent's. */
      positions: (wanted: readonly (readonly Key[])[]) => Position[];
    }
  | { ok: false; issues: Issue[] };

/** Reads the text of a definition (DEF1): all issues at once, each with its line and column. Never throws; unknown members are kept. */
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

/** A definition read from a value, such as a stored one. Never throws; the value is not copied. */
export function readFlow(
  value: unknown,
  locale: Locale = 'pt-BR',
): { ok: true; flow: Flow; format: Format; issues: Issue[] } | { ok: false; issues: Issue[] } {
  const { report, outline } = examine(value);
  const issues = report.findings.map((finding) => toIssue(finding, locale));
  return report.hasErrors ? { ok: false, issues } : { ok: true, flow: value as Flow, format: outline.format, issues };
}
