import { cleanEmail, cleanPasted } from '@retoma/commerce/pasted';
import type { Resolve } from '../conditions/evaluate.ts';
import { fixedFields, isConditionField, type ConditionField } from '../conditions/fields.ts';
import type { Channel } from '../members/trigger.ts';
import type { MetatagName } from '../metatags/catalogue/index.ts';
import { ownMember, type MetatagData, type MetatagFields } from '../metatags/render/data.ts';
import type { MetatagSource } from '../metatags/render/read.ts';

/**
 * The data that a run reads, keyed by metatag category: `{{order.total}}` is `order.total`. Money in cents, instants as ISO 8601. `event`
 * contains data that only the event reported.
 */
export type RunData = MetatagData & { readonly event?: MetatagFields | null };

/** Paths of the condition fields whose name is not their path (command line: the scenario). */
const places: { readonly [field: string]: string } = {
  payment_status: 'order.status',
  payment_method: 'order.payment_method',
  amount: 'event.amount',
};

const lowerCased: ReadonlySet<string> = new Set(['payment_status', 'payment_method']);

/** The path in the data that a condition field reads. */
export function pathOfField(field: ConditionField): string {
  return places[field] ?? field;
}

/** The value at a path; undefined if there is none. */
export function valueAt(data: unknown, place: string): unknown {
  return valueOn(data, place.split('.'));
}

function valueOn(data: unknown, way: readonly string[]): unknown {
  let value = data;
  for (const member of way) value = ownMember(value, member);
  return value;
}

/** The data with the value at a path of members and indexes replaced; all other parts are shared. */
export function withValue<Data>(data: Data, way: readonly string[], value: unknown): Data {
  const [member, ...rest] = way;
  if (member === undefined) return value as Data;
  const inner = withValue(ownMember(data, member), rest, value);
  if (Array.isArray(data) && Object.hasOwn(data, member) && member !== 'length')
    return data.with(Number(member), inner) as Data;
  return { ...(typeof data === 'object' && !Array.isArray(data) ? data : null), [member]: inner } as Data;
}

/** The value of a condition field from the value at its path: payment status and method become lower case (DEF5). */
export function fieldValue(field: ConditionField, found: unknown): unknown {
  return typeof found === 'string' && lowerCased.has(field) ? found.toLowerCase() : found;
}

/** Parsed paths of the fields with a fixed name, which conditions read often. */
const fixedPaths: ReadonlyMap<string, readonly string[]> = new Map(
  fixedFields.map((field) => [field, pathOfField(field).split('.')]),
);

/** Resolves condition fields (DEF5) in data that is loaded as one object. */
export function resolveIn(data: RunData): Resolve {
  return (field) => {
    const way = fixedPaths.get(field) ?? (isConditionField(field) ? field.split('.') : null);
    return way && fieldValue(field, valueOn(data, way));
  };
}

/** The paths of a channel's recipient; the first with a value counts (RUN11). */
export const recipientPlaces = {
  whatsapp: ['customer.phone', 'lead.phone'],
  sms: ['customer.phone', 'lead.phone'],
  email: ['customer.email', 'lead.email'],
} as const satisfies Record<Channel, readonly MetatagName[]>;

const recipientPaths = new Map(
  Object.values(recipientPlaces).flatMap((all) => all.map((place) => [place, place.split('.')])),
);

/** RUN11: the recipient of a message on a channel, without what was pasted with it; null if there is none. */
export function recipientOf(channel: Channel, source: MetatagSource): string | null {
  const clean = channel === 'email' ? cleanEmail : cleanPasted;
  for (const place of recipientPlaces[channel]) {
    const value = typeof source === 'function' ? source(place) : valueOn(source, recipientPaths.get(place)!);
    const recipient = typeof value === 'string' ? clean(value).trim() : '';
    if (recipient !== '') return recipient;
  }
  return null;
}
