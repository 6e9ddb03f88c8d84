import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import { simulate } from '../simulate/simulate.ts';
import { arbitraryCase, lawRuns } from '../testing/arbitrary-scenario.ts';
import { dataReadBy } from './categories.ts';

const flowOf = (message: string): Flow => ({
  name: 'Fluxo',
  trigger_event: 'pix.generated',
  steps: [{ type: 'action', name: 'send_whatsapp', data: { type: 'text', message } }] as never,
});

test.each([
  ['Oi {{store.name}}', ['store']],
  ['{{order.items_html}}', ['order']],
  ['{{order.url_checkout}}', ['checkout', 'order']],
  ['{{ order.id }} {{nothing.known}}', []],
])('%s reads %j', (message, expected) => {
  expect([...dataReadBy(flowOf(message))].sort()).toEqual(expect.arrayContaining(expected));
  if (expected.length === 0) expect([...dataReadBy(flowOf(message))]).toEqual([]);
});

test('a run with only the data that its flow reads has the same result', () => {
  fc.assert(
    fc.property(arbitraryCase, ({ flow, scenario }) => {
      // The simulator derives a scenario's events from changes of data that no flow needs to read.
      fc.pre(flow.settings?.stopOn === undefined);
      const read = dataReadBy(flow);
      const addresses = new Set(['customer', 'lead']);
      const context = Object.fromEntries(
        Object.entries(scenario.context ?? {}).filter(([member]) => read.has(member) || addresses.has(member)),
      );
      expect(simulate(flow, { ...scenario, context })).toEqual(simulate(flow, scenario));
    }),
    { numRuns: lawRuns },
  );
});
