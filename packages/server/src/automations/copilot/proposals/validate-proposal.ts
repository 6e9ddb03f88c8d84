import { localized } from '@retoma/commerce/locale';
import {
  checkProposal,
  readFlow,
  type Audience,
  stepAt,
  validateFlow,
  describeStep,
  type CheckedProposal,
  type Flow,
  type Locale,
  type NewId,
  type PathAnalysis,
} from '@retoma/flow';
import { judgementCodes, type JudgementCode } from '../codes.ts';
import { pathsOf } from '../flow-paths.ts';
import { refusedMetatags } from './validate-metatags.ts';

/** An issue of a proposal, for the model to correct. */
export type ProposalIssue = { readonly code: string; readonly path: string; readonly message: string };

/** A proposal that may be shown, or all of its issues. */
export type ProposalCheck = CheckedProposal | { readonly ok: false; readonly faults: readonly ProposalIssue[] };

/** The options of validation. `chosen`: the only step that may change, if the person chose one (COP2). */
export type ValidateOptions = {
  readonly locale: Locale;
  readonly chosen?: string | undefined;
  readonly newId: NewId;
  /** The sender for new e-mails if the flow has none yet. */
  readonly sender?: { readonly name: string; readonly address: string } | undefined;
};

/**
 * EDT5: checks a proposal, applies it to a copy and simulates the result: buyers who paid get no reminder, and every new step is reached.
 */
export function validateProposal(flow: Flow, answer: unknown, options: ValidateOptions): ProposalCheck {
  const { locale, chosen, newId, sender } = options;
  const from = sender && { remetente_nome: sender.name, remetente_email: sender.address };
  const checked = checkProposal(flow, answer, newId, { locale, ...(from && { sender: from }) });
  if (!checked.ok || checked.envelope.operations.length === 0) return checked;
  const { differences } = checked;
  if (differences.length === 0) return failed(issueOf('CHANGES_NOTHING', {}, locale));
  const other =
    chosen === undefined ? undefined : differences.find(({ id, kind }) => kind !== 'added' && id !== chosen);
  if (other) return failed(issueOf('TOUCHES_OTHERS', { id: chosen ?? '', step: other.step }, locale));
  // What the steps that were there lead to under another trigger is reported with the proposal; it does not refuse it.
  const basis: Flow = { ...flow, trigger_event: checked.flow.trigger_event };
  const faults = [
    ...newDoubts(basis, checked.flow, locale),
    ...refusedMetatags(flow, checked.flow).map((metatag) => issueOf('METATAG_NOT_PROPOSED', { metatag }, locale)),
    ...faultsOfPaths(basis, checked, locale),
  ];
  if (faults.length > 0) return failed(...faults);
  const { envelope } = checked;
  const fix = localized('Corrigir: ', 'Fix: ')[locale];
  const consequences = newDoubts(flow, checked.flow, locale, 'owner').map(({ message }) => `${fix}${message}`);
  return {
    ...checked,
    envelope: { ...envelope, optionalSuggestions: [...consequences, ...envelope.optionalSuggestions] },
  };
}

const failed = (...faults: ProposalIssue[]): ProposalCheck => ({ ok: false, faults });

/** An issue with its text. */
export function issueOf(code: JudgementCode, values: Record<string, string>, locale: Locale): ProposalIssue {
  const message = judgementCodes[code][locale].replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
  return { code, path: 'operations', message };
}

/**
 * Warnings of the validator that the flow did not have before: an unknown member, a reminder without a check, a text that overflows. A
 * person may intend them; from a model they are errors.
 */
function newDoubts(before: Flow, after: Flow, locale: Locale, audience: Audience = 'developer'): ProposalIssue[] {
  const doubtsIn = (flow: Flow): Map<string, ProposalIssue[]> => {
    const { structure, _validation } = validateFlow(flow, { mode: 'warn', locale, audience });
    const ofTexts = (_validation?.steps ?? []).flatMap(({ path, warnings }) =>
      warnings.map(({ code, message }) => ({ code, path, message })),
    );
    return Map.groupBy([...structure, ...ofTexts], ({ code }) => code);
  };
  const had = doubtsIn(before);
  const has = doubtsIn(after);
  return [...has].flatMap(([code, issues]) => {
    const known = new Set(had.get(code)?.map(({ message }) => message));
    if (issues.length <= (had.get(code)?.length ?? 0)) return [];
    const fresh = issues.filter(({ message }) => !known.has(message));
    return (fresh.length > 0 ? fresh : issues).map(({ path, message }) => ({ code, path, message }));
  });
}

/** Issues found by simulation. Issues that the flow had before are ignored, and an unfinished flow cannot be simulated. */
function faultsOfPaths(before: Flow, { flow: after, differences }: CheckedProposal, locale: Locale): ProposalIssue[] {
  if (!readFlow(after).ok) return [];
  const has = pathsOf(after);
  const had = readFlow(before).ok ? pathsOf(before) : undefined;
  const known = new Set(had?.afterPaid.map(({ id }) => id));
  const added = new Set(differences.filter(({ kind }) => kind !== 'changed').map(({ id }) => id));
  return [
    ...has.afterPaid
      .filter(({ id }) => !known.has(id))
      .map(({ path, sequence }) => {
        const step = describeStep(stepAt(after, path)!, locale);
        return issueOf('REMINDS_PAID', { step, sequence: sequence[locale] }, locale);
      }),
    ...unreachable(after, has, added).map((step) => issueOf('NEVER_RUNS', { step }, locale)),
  ];
}

function unreachable(flow: Flow, { unreachable }: PathAnalysis, added: ReadonlySet<string>): string[] {
  return unreachable.flatMap((path) => {
    const step = stepAt(flow, path);
    return step?.id !== undefined && added.has(step.id) ? [describeStep(step)] : [];
  });
}
