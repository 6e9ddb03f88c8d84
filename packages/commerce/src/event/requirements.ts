import { issueAt, type Issue } from '../checkout/issue.ts';
import type { EventType } from './schema.ts';

/** Dotted paths below `data`, of which at least one must have a value. */
export type Requirement = readonly string[];

const person: Requirement = ['customer.email', 'customer.phone', 'lead.email', 'lead.phone'];

/** COM6: the fields that each event type requires. Of each entry one path must have a value. */
const requirements: Record<EventType, readonly Requirement[]> = {
  'pix.generated': [['order'], ['payment.pix.payload', 'payment.pix.url']],
  'boleto.generated': [['order'], ['payment.boleto.line', 'payment.boleto.url']],
  'payment.confirmed': [['order']],
  'payment.failed': [['order']],
  'cart.abandoned': [person, ['checkout_id', 'cart']],
  'lead.created': [person],
  tracking_code_updated: [['order'], ['tracking.code']],
};

/** The requirements of a type. */
export const requirementsOf = (type: EventType): readonly Requirement[] => requirements[type];

/** The required fields of the type that `data` lacks. */
export function missingFrom(type: EventType, data: object): Issue[] {
  return requirements[type]
    .filter((places) => !places.some((place) => isFilled(data, place)))
    .map((places) =>
      places.length === 1
        ? issueAt(['data', ...places[0]!.split('.')], 'required')
        : issueAt(['data'], 'required_one_of', { expected: places.join(', ') }),
    );
}

function isFilled(data: object, place: string): boolean {
  let value: unknown = data;
  for (const key of place.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return value !== null && (typeof value !== 'string' || value.trim() !== '');
}
