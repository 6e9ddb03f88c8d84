import fc from 'fast-check';
import type { Flow, FlowSettings } from '../definition/flow.ts';
import { handlerNames } from '../steps/step.ts';
import { walkFlow } from '../definition/walk.ts';
import type { DeliveryScript, Scenario } from '../simulate/scenario.ts';
import { arbitraryFlow } from './arbitrary-flow.ts';

// Random scenarios for random flows: data that their rules read, changes of it, and the outcomes of their messages. Minutes have few
// values, so that events often coincide.

const minutes = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 1, 5, 10, 30, 60, 1439, 1440, 1441, 10_080, 10_081) },
  { weight: 2, arbitrary: fc.nat({ max: 120 }) },
  { weight: 1, arbitrary: fc.nat({ max: 20_000 }) },
);

const mostly = <Value>(value: Value, ...others: Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const phone = mostly<string | null>('+5511987654321', '', null);
const email = mostly<string | null>('ana@example.com', '', null);
const status = fc.constantFrom('PENDING', 'PAID', 'FAILED', 'CANCELLED', 'PROCESSING');
const method = fc.constantFrom('pix', 'CREDIT_CARD', 'boleto', null);
const amount = fc.constantFrom(0, 4999, 5000, 12990, 20000, 20001, '12990', null);

const optional = { requiredKeys: [] };

const context = fc.record(
  {
    customer: fc.record(
      { name: fc.constantFrom('Ana', 'João Ninguém'), phone, email, state: fc.constantFrom('SP', ' sp ', 'RJ') },
      optional,
    ),
    lead: fc.record({ phone, email, isCompleted: fc.boolean(), utmSource: fc.constantFrom('instagram', '') }, optional),
    order: fc.record(
      {
        id: fc.constant('1001'),
        status,
        payment_method: method,
        total: amount,
        pix_code: fc.constantFrom('000201', ''),
      },
      optional,
    ),
    shipping: fc.record({ name: fc.constantFrom('PAC', 'Sedex') }, optional),
    tracking: fc.record({ status: fc.constantFrom('paid', 'posted'), code: fc.constantFrom('AA1BR', '') }, optional),
    browser: fc.record({ ip: fc.constantFrom('127.0.0.1', '') }, optional),
    event: fc.record({ amount }, optional),
    store: fc.record(
      { name: fc.constant('Loja'), id: fc.constant('1'), url: fc.constant('https://loja.example') },
      optional,
    ),
  },
  optional,
);

const set = fc.oneof(
  status.map((value) => ({ 'order.status': value })),
  method.map((value) => ({ 'order.payment_method': value })),
  phone.map((value) => ({ 'customer.phone': value })),
  fc.constantFrom('AA2BR', null).map((value) => ({ 'tracking.code': value, 'tracking.status': 'posted' })),
  fc.constantFrom('000299').map((value) => ({ 'order.pix_code': value })),
);

const change = fc.record({ at: minutes, set });

const deliveryScript = (step: string): fc.Arbitrary<DeliveryScript> =>
  fc
    .record(
      {
        step: fc.constant(step),
        pass: fc.integer({ min: 1, max: 3 }),
        fail: fc.constantFrom('REFUSED', 'NO_CONNECTION'),
        open: minutes,
        click: minutes,
        reply: minutes,
      },
      { requiredKeys: ['step'] },
    )
    // A refused message has no reactions, so half of the refusals are dropped.
    .map(
      ({ fail, ...deliveryScript }) =>
        (fail === 'REFUSED' ? { ...deliveryScript, fail } : deliveryScript) as DeliveryScript,
    );

const reaction = (step: string): fc.Arbitrary<DeliveryScript> =>
  fc.record(
    { step: fc.constant(step), open: minutes, click: minutes, reply: minutes },
    { requiredKeys: ['step', 'open'] },
  );

/** Any scenario for a flow. */
export function arbitraryScenario(flow: Flow): fc.Arbitrary<Scenario> {
  const actions = [...walkFlow(flow)].filter(({ step }) => step.type === 'action');
  const names = actions.map(({ step, path }) => step.id ?? path);
  const reacting = actions.filter(({ step }) => handlerNames.some((name) => name in step)).map(({ path }) => path);
  const deliveryScripts =
    names.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...names).chain(deliveryScript), { maxLength: 6 });
  // Most messages with handlers get a reaction, otherwise handlers would hardly run.
  const reactions = fc.tuple(...reacting.slice(0, 8).map((path) => fc.option(reaction(path), { freq: 4 })));
  return fc.record({
    start: fc.constantFrom('2026-01-05T12:00:00-03:00', '2026-01-09T20:59:00-03:00', '2026-01-04T03:00:00Z'),
    context,
    changes: fc.array(change, { maxLength: 4 }),
    messages: fc
      .tuple(reactions, deliveryScripts)
      .map(([reactions, deliveryScripts]) => [
        ...reactions.filter((deliveryScript) => deliveryScript !== null),
        ...deliveryScripts,
      ]),
  });
}

const time = fc.constantFrom('00:00', '08:00', '12:00', '12:30', '21:00', '23:59');

const settings: fc.Arbitrary<FlowSettings> = fc
  .record(
    {
      stopOn: fc.constantFrom<NonNullable<FlowSettings['stopOn']>>(
        'payment.confirmed',
        ['payment.failed', 'tracking_code_updated'],
        [],
      ),
      quietHours: fc
        .record(
          {
            from: time,
            to: time,
            days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }),
          },
          { requiredKeys: ['from', 'to'] },
        )
        // Quiet hours with equal times would never end.
        .filter(({ from, to }) => from !== to),
    },
    optional,
  )
  .map((settings) => settings as FlowSettings);

/** Few lengths of delay, so that threads, timers and reactions often coincide. */
const meeting = [1, 5, 10, 30, 1430, 1439, 1440];

/** Rewrites the members of a flow's steps, by name. */
function rewrite(value: unknown, members: { readonly [name: string]: (value: never) => unknown }): unknown {
  if (Array.isArray(value)) return value.map((entry) => rewrite(entry, members));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const known = typeof inner === 'object' ? undefined : members[name];
    return [name, known ? known(inner as never) : rewrite(inner, members)];
  });
  return Object.fromEntries(entries);
}

const meetOften = (flow: Flow): Flow =>
  rewrite(flow, { minutes: (minutes: number) => meeting[minutes % meeting.length] }) as Flow;

/** Branch ids that several conditions share, the difficult case of RUN3. An import refuses such a flow, but the rule covers it. */
const reuseBranchIds = (flow: Flow): Flow => {
  const reused = (id: string): string => (/^c\d/.test(id) ? `c${(id.charCodeAt(1) + id.charCodeAt(3)) % 2}` : id);
  return rewrite(flow, { id: reused, parentId: reused }) as Flow;
};

/** Any valid flow, often with settings (RUN18), coinciding instants or duplicate branch ids. */
export const arbitrarySettledFlow: fc.Arbitrary<Flow> = fc
  .tuple(arbitraryFlow, fc.option(settings, { nil: undefined }), fc.nat({ max: 5 }), fc.nat({ max: 3 }))
  .map(([flow, settings, meets, reuses]) => {
    const met = meets > 1 ? meetOften(flow) : flow;
    const shared = reuses === 0 ? reuseBranchIds(met) : met;
    return settings ? { ...shared, settings } : shared;
  });

/** A flow and a scenario for it. */
export const arbitraryCase: fc.Arbitrary<{ flow: Flow; scenario: Scenario }> = arbitrarySettledFlow.chain((flow) =>
  arbitraryScenario(flow).map((scenario) => ({ flow, scenario })),
);

/** The number of cases of each law: LAW_RUNS, by default 300. */
export const lawRuns = Number(process.env['LAW_RUNS'] ?? 300);
