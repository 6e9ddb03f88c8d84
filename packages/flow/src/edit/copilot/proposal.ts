import type { Locale } from '@retoma/commerce/locale';
import { isFlat } from '../../definition/flat.ts';
import type { Flow } from '../../definition/flow.ts';
import { collectIds } from '../../definition/ids.ts';
import { walkFlow } from '../../definition/walk.ts';
import { triggerNodeId } from '../../definition/ids.ts';
import type { TemplateIssue } from '../../metatags/index.ts';
import { validateFlow } from '../../validate/validate.ts';
import { applyOperations } from '../history/apply.ts';
import { differencesBetween, type Difference } from '../history/difference.ts';
import type { NewId } from '../fresh-ids.ts';
import type { Inverse } from '../history/inverse.ts';
import { describeRefusal, refuse, type OperationCode, type Refusal } from '../operation-codes.ts';
import type { Operation } from '../operation.ts';
import { readEnvelope, type Envelope } from './envelope.ts';
import type { EmailDefaults } from './message-data.ts';
import { ProposedOperations } from './proposed-operations.ts';
import { withoutIds } from './without-ids.ts';

/** One issue of a proposal, for its author. `path`: a path in the envelope. */
export type ProposalIssue = { code: OperationCode; path: string; message: string };

/** A valid proposal: its envelope, all ids that it touches, and the flow after its operations. */
export type CheckedProposal = {
  ok: true;
  envelope: Envelope;
  operations: readonly Operation[];
  flow: Flow;
  inverse: Inverse;
  differences: readonly Difference[];
};

/** `sender`: the sender of e-mails if neither the proposal nor the flow has one. */
export type ProposalOptions = { locale?: Locale; sender?: EmailDefaults };

/**
 * Checks the copilot's response (DEF10, COP1, COP2, COP4, COP6): the envelope, that it invents no ids, and that its operations, applied
 * together to a copy, produce a valid flow in which every metatag gets a value. Pure.
 */
export function checkProposal(
  flow: Flow,
  answer: unknown,
  newId: NewId,
  { locale = 'pt-BR', sender = {} }: ProposalOptions = {},
): CheckedProposal | { ok: false; faults: ProposalIssue[] } {
  const locateIssue = (refusal: Refusal, path: string): ProposalIssue => {
    return { code: refusal.code, path, message: describeRefusal(refusal, locale) };
  };
  const failed = (...faults: ProposalIssue[]): { ok: false; faults: ProposalIssue[] } => ({ ok: false, faults });
  const read = readEnvelope(answer);
  if (!read.ok) {
    return failed(...read.refusals.map((refusal) => locateIssue(refusal, refusal.values['member'] ?? 'operations')));
  }
  const { envelope } = read;
  const invented = inventedIds(flow, envelope);
  if (invented.length > 0) {
    return failed(...invented.map(({ id, path }) => locateIssue(refuse('INVENTED_ID', { id }), path)));
  }
  if (isFlat(flow) && envelope.operations.length > 0) return failed(locateIssue(refuse('FLAT_FLOW'), 'operations'));
  const reader = new ProposedOperations(flow, { ...sender, ...senderOf(flow) });
  const operations: { operation: Operation; path: string }[] = [];
  for (const [index, proposed] of envelope.operations.entries()) {
    const path = `operations[${index}]`;
    const read = reader.read(proposed);
    if (!read.ok) return failed(locateIssue(read, path));
    operations.push(...read.operations.map((operation) => ({ operation, path })));
  }
  const own = operations.map(({ operation }) => operation);
  const applied = applyOperations(flow, own, newId, { locale });
  if (!applied.ok) return failed(locateIssue(applied, operations[applied.index]?.path ?? 'operations'));
  const metatags = newTemplateErrors(flow, applied.flow, locale);
  if (metatags.length > 0) {
    const issue = locateIssue(refuse('INVALID_METATAGS'), 'operations');
    return failed(...metatags.map(({ message }) => ({ ...issue, message: `${issue.message} ${message}` })));
  }
  const differences = differencesBetween(flow, applied.flow, locale);
  const affectedNodeIds = [...new Set([...envelope.affectedNodeIds, ...differences.map(({ id }) => id)])];
  const complete = { ...textsWithoutIds(envelope, [flow, applied.flow], locale), affectedNodeIds };
  return { ok: true, envelope: complete, operations: own, flow: applied.flow, inverse: applied.inverse, differences };
}

/** DEF10: the envelope with no ids in the texts that are shown. */
function textsWithoutIds(envelope: Envelope, flows: readonly Flow[], locale: Locale): Envelope {
  const clean = withoutIds(flows, locale);
  const cleanAny = (value: unknown): unknown => (typeof value === 'string' ? clean(value) : value);
  const { disambiguationOptions, requiredSafetyChanges, optionalSuggestions } = envelope;
  return {
    ...envelope,
    userSummary: clean(envelope.userSummary),
    locationLabel: clean(envelope.locationLabel),
    expectedResult: clean(envelope.expectedResult),
    requiredSafetyChanges: requiredSafetyChanges.map(cleanAny),
    optionalSuggestions: optionalSuggestions.map(cleanAny),
    disambiguationOptions: disambiguationOptions.map(({ humanLabel, nodeId, description }) => ({
      humanLabel: clean(humanLabel),
      nodeId,
      description: clean(description),
    })),
  };
}

/** COP6: ids in the envelope that the flow does not have. */
function inventedIds(flow: Flow, envelope: Envelope): { id: string; path: string }[] {
  const known = new Set([...collectIds(flow), triggerNodeId]);
  const named = [
    ...envelope.affectedNodeIds.map((id, index) => ({ id, path: `affectedNodeIds[${index}]` })),
    ...envelope.changesPreview.map(({ nodeId }, index) => ({ id: nodeId, path: `changesPreview[${index}].nodeId` })),
    ...envelope.disambiguationOptions.map(({ nodeId }, index) => ({
      id: nodeId,
      path: `disambiguationOptions[${index}].nodeId`,
    })),
  ];
  return named.flatMap(({ id, path }) => (id === null || known.has(id) ? [] : [{ id, path }]));
}

/** The sender of the flow's e-mails. */
function senderOf(flow: Flow): EmailDefaults {
  for (const { step } of walkFlow(flow)) {
    if (step.type !== 'action' || step.name !== 'send_email') continue;
    const { remetente_nome, remetente_email } = step.data;
    return { remetente_nome, remetente_email };
  }
  return {};
}

/** Template errors that occur more often than before: a proposal need not fix earlier errors or webhooks. */
function newTemplateErrors(before: Flow, after: Flow, locale: Locale): TemplateIssue[] {
  const errors = (flow: Flow): TemplateIssue[] =>
    validateFlow(flow, { mode: 'warn', locale })
      ._validation?.steps.flatMap((step) => step.errors)
      .filter(({ code }) => code !== 'UNIMPLEMENTED_ACTION') ?? [];
  const keyOf = ({ code, metatag }: TemplateIssue): string => `${code} ${metatag}`;
  const had = Map.groupBy(errors(before), keyOf);
  return [...Map.groupBy(errors(after), keyOf)].flatMap(([key, found]) => found.slice(had.get(key)?.length ?? 0));
}
