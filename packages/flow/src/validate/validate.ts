import type { Locale } from '@retoma/commerce/locale';
import type { Format } from '../definition/flat.ts';
import { parseJsonText } from '../definition/json-text.ts';
import { locate, positionsOf } from '../definition/positions.ts';
import type { Audience } from '../members/codes.ts';
import { examine } from './examine.ts';
import { toIssue, type Issue } from './issue.ts';
import { isRaw } from '../members/raw.ts';
import type { Finding } from '../members/report.ts';
import { checkAfterPaid } from './rules/after-paid.ts';
import { checkTemplates, type TemplateValidation } from './templates.ts';

/**
 * AUTOMATION_TEMPLATE_VALIDATION_MODE. off: templates are not checked; warn: they are checked; block (default): errors in them also make an
 * active automation invalid.
 */
export const modes = ['off', 'warn', 'block'] as const;

/** A mode of template validation. */
export type Mode = (typeof modes)[number];

/** The result that `retoma validate --json` prints. `_validation` is absent in mode off and null if the trigger is not validated. */
export type Validation = {
  valid: boolean;
  format: Format;
  structure: Issue[];
  _validation?: TemplateValidation | null;
};

/**
 * Mode (default block), the language of the messages (default Portuguese) and their audience (default developers). `knowsPixCode`: whether
 * the store may know the PIX codes of its orders (default true; DEF7).
 */
export type ValidateOptions = { mode?: Mode; locale?: Locale; audience?: Audience; knowsPixCode?: boolean };

/** Validates the text of a definition; issues have line and column and are in the order of the text. Never throws. */
export function validateText(input: string, options: ValidateOptions = {}): Validation {
  const parsed = parseJsonText(input);
  if (parsed.ok) return validation(parsed.value, options, parsed.text);
  const structure = placed([parsed.finding], parsed.text, options.locale ?? 'pt-BR', options.audience);
  return { valid: false, format: 'nested', structure, ...(options.mode !== 'off' && { _validation: null }) };
}

/** Validates a definition that is a value; issues have no line and column. */
export function validateFlow(value: unknown, options: ValidateOptions = {}): Validation {
  return validation(value, options);
}

function validation(value: unknown, options: ValidateOptions, text?: string): Validation {
  const { mode = 'block', locale = 'pt-BR', audience = 'developer', knowsPixCode = true } = options;
  const { report, outline } = examine(value);
  // Not part of `examine`, which fixes call after each attempt: playing paths costs more than all rules.
  checkAfterPaid(value, report);
  const structure =
    text === undefined
      ? report.findings.map((finding) => toIssue(finding, locale, audience))
      : placed(report.findings, text, locale, audience);
  const { format } = outline;
  if (mode === 'off') return { valid: !report.hasErrors, format, structure };
  const templates = checkTemplates(value, outline, { locale, audience, knowsPixCode });
  const blocked = mode === 'block' && isActive(value) && templates !== null && !templates.valid;
  return { valid: !report.hasErrors && !blocked, format, structure, _validation: templates };
}

/** Whether a definition is active; specification DEF1: by default true. */
const isActive = (value: unknown): boolean => isRaw(value) && value.active !== false;

/** Converts findings to issues with positions in the text, in its order. */
export function placed(findings: readonly Finding[], text: string, locale: Locale, audience?: Audience): Issue[] {
  if (findings.length === 0) return [];
  const toLocate = findings.filter(({ offset }) => offset === undefined);
  const located =
    toLocate.length === 0 || text === ''
      ? []
      : locate(
          text,
          toLocate.map(({ keys }) => keys),
        );
  const offsets = new Map(toLocate.map((finding, index) => [finding, located[index] ?? 0]));
  const at = (finding: Finding): number => finding.offset ?? offsets.get(finding)!;
  const ordered = [...findings].sort((a, b) => at(a) - at(b));
  const positions = positionsOf(text, ordered.map(at));
  return ordered.map((finding, index) => {
    const { path, ...rest } = toIssue(finding, locale, audience);
    return { path, ...positions[index]!, ...rest };
  });
}
