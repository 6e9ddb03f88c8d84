import { sendNames, type SendName, type Step } from '../../steps/step.ts';
import { isRaw } from '../../members/raw.ts';
import type { Until } from '../../steps/delay/members.ts';
import { readUntil } from '../../steps/delay/readable.ts';
import { usualMinutes } from '../../steps/delay/usual-minutes.ts';
import type { Raw } from '../../members/report.ts';
import { refuse, type Refusal } from '../operation-codes.ts';
import { isStep } from '../walkable.ts';
import { partsOf } from './content.ts';
import { messageData, type EmailDefaults } from './message-data.ts';

/** The steps of a payload, in running order; most payloads become one step. */
export type PayloadSteps = { ok: true; steps: Step[] } | Refusal;

const refuseMember = (member: string): Refusal => refuse('INVALID_PAYLOAD', { member });

/** The types of payload, and their conversion from the members besides `type`, `label` and `config`. */
const payloads: ReadonlyMap<unknown, (payload: Raw, config: Raw, defaults: EmailDefaults) => PayloadSteps> = new Map([
  ['action', actionSteps],
  ['delay', delaySteps],
  ['condition', conditionSteps],
]);

/**
 * COP4: converts a payload of the copilot to steps without ids. The label is dropped, since steps have none; the proposal shows it from the
 * payload. The validator checks the steps' content.
 */
export function stepsOfPayload(payload: unknown, defaults: EmailDefaults = {}): PayloadSteps {
  if (!isRaw(payload)) return refuseMember('step');
  if (payload.id !== undefined) return refuse('GIVEN_ID');
  const read = payloads.get(payload.type);
  if (!read) return refuseMember('type');
  const { type, actionType, label: _label, config, ...others } = payload;
  const [unknown] = Object.keys(type === 'action' || actionType === undefined ? others : { actionType });
  if (unknown !== undefined) return refuseMember(unknown.slice(0, 80));
  return isRaw(config) ? read(payload, config, defaults) : refuseMember('config');
}

function actionSteps({ actionType }: Raw, { content }: Raw, defaults: EmailDefaults): PayloadSteps {
  if (actionType === 'webhook' || actionType === 'create_coupon') return refuse('NOT_PROPOSED', { name: actionType });
  if (!sendNames.some((name) => name === actionType)) return refuseMember('actionType');
  const name = actionType as SendName;
  const read = partsOf(content);
  if (!read.ok) return read;
  const steps: Step[] = [];
  for (const part of read.parts) {
    const made = messageData[name](part, defaults);
    if (!made.ok) return made;
    steps.push({ type: 'action', name, data: made.data } as Step);
  }
  return { ok: true, steps };
}

const minutesOf: Readonly<Record<string, number>> = { minutes: 1, hours: 60, days: 1440 };

function delaySteps(_payload: Raw, { value, unit, until, businessHours }: Raw): PayloadSteps {
  const clock = { ...(until !== undefined && { until }), ...(businessHours !== undefined && { businessHours }) };
  if (isRaw(until) && value === undefined) {
    const minutes = usualMinutes(readUntil(until) as Until);
    return { ok: true, steps: [{ type: 'delay', minutes, ...clock } as unknown as Step] };
  }
  if (typeof unit !== 'string' || !Object.hasOwn(minutesOf, unit)) return refuseMember('config.unit');
  const minutes = typeof value === 'number' ? value * minutesOf[unit]! : NaN;
  return Number.isInteger(minutes)
    ? { ok: true, steps: [{ type: 'delay', minutes, ...clock } as unknown as Step] }
    : refuseMember('config.value');
}

function conditionSteps(_payload: Raw, { branches }: Raw, defaults: EmailDefaults): PayloadSteps {
  if (!Array.isArray(branches) || branches.length === 0) return refuseMember('config.branches');
  const made: Raw[] = [];
  for (const branch of branches as unknown[]) {
    const one = branchOfPayload(branch, defaults);
    if (!one.ok) return one;
    made.push(one.branch);
  }
  return { ok: true, steps: [{ type: 'condition', branches: made } as unknown as Step] };
}

/** Converts a branch as in a definition; its steps are payloads or steps of a definition. */
export function branchOfPayload(branch: unknown, defaults: EmailDefaults): { ok: true; branch: Raw } | Refusal {
  if (!isRaw(branch) || typeof branch.id !== 'string' || branch.id === '') return refuseMember('config.branches');
  const { steps = [] } = branch;
  if (!Array.isArray(steps)) return refuseMember('config.branches.steps');
  const made: Step[] = [];
  for (const step of steps as unknown[]) {
    const one = isStepOfDefinition(step) ? { ok: true as const, steps: [step] } : stepsOfPayload(step, defaults);
    if (!one.ok) return one;
    made.push(...one.steps);
  }
  return { ok: true, branch: { ...branch, steps: made } };
}

const isStepOfDefinition = (step: unknown): step is Step => isStep(step) && !('config' in step);
