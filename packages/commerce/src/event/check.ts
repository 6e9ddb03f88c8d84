import { z } from 'zod';
import { compileCheck } from '../check-schema.ts';
import type { Issue } from '../checkout/issue.ts';
import { limits as answerLimits } from '../checkout/limits.ts';
import { cleanEvent } from './clean-event.ts';
import { eventLimits } from './limits.ts';
import { missingFrom } from './requirements.ts';
import { eventTypes, StoreEvent } from './schema.ts';
import { withoutNullVariants } from './without-null-variants.ts';

/** The JSON Schema (2020-12) of an event, used by the check. */
export const storeEventSchema = z.toJSONSchema(StoreEvent, { io: 'input', override: withoutNullVariants });

const violationsOf = compileCheck(storeEventSchema, (body) => withShortLists(body));

/** The result of the check of an event: the event, or its first 100 violations (CHK4). */
export type CheckedEvent = { ok: true; event: StoreEvent } | { ok: false; issues: Issue[] };

/** COM6: checks a parsed body: its schema, and the fields that its type requires. Never throws; does not change the body. The event is as meant. */
export function checkStoreEvent(body: unknown): CheckedEvent {
  const issues = [...(violationsOf(body) ?? []), ...missingOf(body)];
  return issues.length > 0
    ? { ok: false, issues: issues.slice(0, answerLimits.issues) }
    : { ok: true, event: cleanEvent(body as StoreEvent) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function missingOf(body: unknown): Issue[] {
  if (!isObject(body) || !isObject(body['data'])) return [];
  const type = eventTypes.find((known) => known === body['type']);
  return type ? missingFrom(type, body['data']) : [];
}

/** Cuts lists to one entry more than allowed, which proves that they are too long. */
function withShortLists(body: unknown): unknown {
  if (!isObject(body) || !isObject(body['data'])) return body;
  const data = { ...body['data'] };
  for (const key of ['order', 'cart']) {
    const holder = data[key];
    if (!isObject(holder) || !Array.isArray(holder['items'])) continue;
    data[key] = { ...holder, items: holder['items'].slice(0, eventLimits.items + 1) };
  }
  return { ...body, data };
}
