import { compare } from '../conditions/compare.ts';
import type { Flow } from '../definition/flow.ts';
import { stopTriggersOf } from '../definition/flow.ts';
import type { Rule } from '../steps/step.ts';
import { asksForPayment, type Trigger } from '../members/trigger.ts';
import { fieldValue, pathOfField, valueAt, type RunData } from '../interpret/data.ts';
import { allRules } from './rules.ts';

// A flow reads its data only through rules, so values that no rule distinguishes are equivalent. Each field thus has a finite number of
// classes; a domain has one value of each class.

/** The distinguishable values of one path in the data, the most natural first. null: no value. */
export type Domain = readonly unknown[];

/** The path of the payment status; its values are in upper case (COM4). */
export const statusPlace = 'order.status';

const statuses = ['PENDING', 'PAID', 'FAILED', 'CANCELLED', 'PROCESSING'];

/** For each event the rules of the fields that it changes (COM1, COM2, COM3); each rule distinguishes before from after. */
const eventRules: { readonly [Name in Trigger]: readonly Rule[] } = {
  'payment.confirmed': [{ field: 'payment_status', operator: '=', value: 'paid' }],
  'payment.failed': [{ field: 'payment_status', operator: '=', value: 'failed' }],
  'pix.generated': [{ field: 'order.pix_code', operator: 'not-empty' }],
  'boleto.generated': [],
  'cart.abandoned': [],
  'lead.created': [{ field: 'lead.email', operator: 'not-empty' }],
  tracking_code_updated: [{ field: 'tracking.code', operator: 'not-empty' }],
};

/** Rules that distinguish a cancelled order from an unpaid one. */
const cancelledRules: readonly Rule[] = [{ field: 'payment_status', operator: '=', value: 'cancelled' }];

/** Whether a flow's messages are payment reminders; the payment status then matters even without a rule about it. */
export const isCollecting = (flow: Flow): boolean => asksForPayment(flow.trigger_event);

/** The domains of a flow's data. */
export type Domains = {
  readonly values: ReadonlyMap<string, Domain>;
  /** Paths that may change in any wait without being read, because their change is an event that the flow listens to. */
  readonly eager: readonly string[];
};

/** The domains of all paths that a flow's rules read; `natural` is the data of an ordinary run. */
export function domainsOf(flow: Flow, natural: RunData): Domains {
  const stopRules = stopTriggersOf(flow).flatMap((trigger) => eventRules[trigger]);
  const paidRules = isCollecting(flow) ? [...eventRules['payment.confirmed'], ...cancelledRules] : [];
  const byPlace = Map.groupBy([...allRules(flow), ...stopRules, ...paidRules], ({ field }) => pathOfField(field));
  const values = new Map(
    [...byPlace].map(([place, rules]) => [place, domainOf(place, rules, valueAt(natural, place))]),
  );
  const events = stopRules.map(({ field }) => pathOfField(field));
  const eager = [...new Set([statusPlace, ...events])].filter((place) => (values.get(place)?.length ?? 0) > 1);
  return { values, eager };
}

/** One value for each combination of results of the rules on a path. */
function domainOf(place: string, rules: readonly Rule[], natural: unknown): Domain {
  const literals = rules
    .flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
    .filter((value) => value != null);
  const numbers = literals.map(Number).filter((number) => Number.isFinite(number));
  const candidates: unknown[] =
    place === statusPlace
      ? [natural, ...statuses, ...literals, null]
      : [natural, ...literals, ...numbers.flatMap((number) => [number - 1, number, number + 1]), 'outro', null];
  const seen = new Set<string>();
  return candidates
    .map((value) => value ?? null)
    .filter((value) => {
      const signature = rules
        .map(({ field, operator, value: other }) => (compare(fieldValue(field, value), operator, other) ? 1 : 0))
        .join('');
      return seen.has(signature) ? false : seen.add(signature);
    });
}

/** The values that may follow a value of a path (COM4, COM7: a paid order can only be cancelled, a cancelled one only be paid). */
export function followersOf(place: string, domain: Domain, value: unknown): Domain {
  const others = domain.filter((other) => other !== value && other !== null);
  if (place !== statusPlace) return domain.filter((other) => other !== value);
  if (value === 'PAID') return others.filter((other) => other === 'CANCELLED');
  return value === 'CANCELLED' ? others.filter((other) => other === 'PAID') : others;
}
