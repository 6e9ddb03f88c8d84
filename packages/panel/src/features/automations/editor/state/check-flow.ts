import { fixesFor, validateFlow, type Fix, type Flow, type Validation } from '@retoma/flow';
import type { Locale } from '../../../../ui/locale.tsx';
import { asPublished, newStepId } from './editable-flow.ts';
import { withoutRepeats } from './problems.ts';

/** What is checked: a definition as saved; the language of the messages; whether the store may know PIX codes, by default true. */
export type CheckRequest = { readonly definition: Flow; readonly locale: Locale; readonly knowsPixCode?: boolean };

/**
 * The validation of a definition, in mode `block`, and the fixes of its issues. A switched-off automation is validated as if it were on,
 * because it can be published.
 */
export type CheckResult = { readonly issues: Validation; readonly fixes: readonly Fix[] };

/** Validates a definition and finds the fixes. Takes up to a second for a large one, so it runs in a worker. */
export function checkFlow({ definition, locale, knowsPixCode = true }: CheckRequest): CheckResult {
  const published = asPublished(definition);
  const options = { mode: 'block', locale, audience: 'owner', knowsPixCode } as const;
  const issues = withoutRepeats(validateFlow(published, options));
  const hasIssues = issues.structure.length > 0 || (issues._validation?.steps.length ?? 0) > 0;
  return { issues, fixes: hasIssues ? fixesFor(published, newStepId, locale) : [] };
}
