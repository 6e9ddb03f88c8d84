import { isRaw } from '../../members/raw.ts';
import type { Raw } from '../../members/report.ts';
import { refuse, type Refusal } from '../operation-codes.ts';

/** The kinds of copilot request (DEF10). The last three change nothing. */
export const intents = [
  'update_message',
  'create_step',
  'remove_step',
  'add_condition',
  'update_condition',
  'reorganize',
  'update_trigger',
  'explain_flow',
  'review_flow',
  'clarify',
] as const;

const changeless: ReadonlySet<unknown> = new Set(['explain_flow', 'review_flow', 'clarify']);

/** The copilot's confidence (DEF10). */
export const confidences = ['high', 'medium', 'low'] as const;

/** The change of one step, described by the copilot. `nodeId` is null for a new step. */
export type ChangePreview = { nodeId: string | null; humanLabel: string; before: string | null; after: string | null };

/** One possible meaning of the user's request (COP2). */
export type DisambiguationOption = { humanLabel: string; nodeId: string; description: string };

/** The copilot's response (DEF10). Its operations are not checked yet. */
export type Envelope = {
  intent: (typeof intents)[number];
  summary: string;
  userSummary: string;
  confidence: (typeof confidences)[number];
  locationLabel: string;
  expectedResult: string;
  operations: readonly Raw[];
  affectedNodeIds: readonly string[];
  requiredSafetyChanges: readonly unknown[];
  optionalSuggestions: readonly unknown[];
  changesPreview: readonly ChangePreview[];
  disambiguationOptions: readonly DisambiguationOption[];
};

const isText = (value: unknown): boolean => typeof value === 'string';
const isSentence = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const listOf =
  (isEntry: (entry: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(isEntry);

const isPreview = (value: unknown): boolean =>
  isRaw(value) &&
  isTextOrNull(value.nodeId) &&
  isText(value.humanLabel) &&
  isTextOrNull(value.before) &&
  isTextOrNull(value.after);
const isOption = (value: unknown): boolean =>
  isRaw(value) && isSentence(value.nodeId) && isSentence(value.humanLabel) && isText(value.description);

const members: Record<keyof Envelope, (value: unknown) => boolean> = {
  intent: (value) => intents.includes(value as Envelope['intent']),
  summary: isSentence,
  userSummary: isSentence,
  confidence: (value) => confidences.includes(value as Envelope['confidence']),
  locationLabel: isText,
  expectedResult: isText,
  operations: listOf(isRaw),
  affectedNodeIds: listOf(isSentence),
  requiredSafetyChanges: Array.isArray,
  optionalSuggestions: Array.isArray,
  changesPreview: listOf(isPreview),
  disambiguationOptions: listOf(isOption),
};

/** DEF10, COP1, COP2: reads an envelope from JSON, or returns all its issues. Members that DEF10 does not name are left out. */
export function readEnvelope(value: unknown): { ok: true; envelope: Envelope } | { ok: false; refusals: Refusal[] } {
  const raw: Raw = isRaw(value) ? value : {};
  const names = Object.keys(members) as (keyof Envelope)[];
  const wrong = names.filter((name) => !members[name](raw[name]));
  if (wrong.length > 0) return { ok: false, refusals: wrong.map((member) => refuse('INVALID_PROPOSAL', { member })) };
  const envelope = Object.fromEntries(names.map((name) => [name, raw[name]])) as Envelope;
  const refusals = confidenceRules(envelope);
  return refusals.length > 0 ? { ok: false, refusals } : { ok: true, envelope };
}

function confidenceRules({ intent, confidence, operations, disambiguationOptions }: Envelope): Refusal[] {
  const refusals: Refusal[] = [];
  if (confidence === 'low') {
    if (operations.length > 0) refusals.push(refuse('UNSURE_OPERATIONS'));
    if (disambiguationOptions.length === 0) refusals.push(refuse('NO_OPTIONS'));
  } else if (changeless.has(intent)) {
    if (operations.length > 0) refusals.push(refuse('INVALID_PROPOSAL', { member: 'operations' }));
  } else if (operations.length === 0) refusals.push(refuse('NO_OPERATIONS'));
  return refusals;
}
