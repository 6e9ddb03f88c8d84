import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { play } from '../simulate/play.ts';
import { scriptedEnvironment } from '../simulate/scripted-environment.ts';
import { arbitraryCase, lawRuns } from '../testing/arbitrary-scenario.ts';
import { check, delay, end, flowOf, loop, retry, sms, statusIs, whatsapp } from '../testing/build-flow.ts';
import type { Entry, TimelineEvent } from './effect.ts';
import { compileFlow } from './plan.ts';
import { decodeEntries, encodeEntry } from './timeline.ts';

const plan = compileFlow(
  flowOf([
    whatsapp('a', { onResponse: [delay(30)] }),
    check('c', { paid: [], pending: [] }),
    { type: 'condition', id: 'd', ...statusIs('paid') },
    retry([sms('b')]),
    loop([]),
    { type: 'action', name: 'webhook' },
    end(),
  ]),
);

const at = Date.parse('2026-01-05T12:00:00-03:00');

function entryAt(path: string, event: TimelineEvent, thread = 'main'): Entry {
  const { id } = plan.steps[plan.numbers.get(path)!]!;
  return { at, thread, path, id, ...event };
}

const hour = 3_600_000;
const stored: [Entry, number, string][] = [
  [
    entryAt(
      'steps[0].onResponse[0]',
      { type: 'delay', outcome: 'waits', until: at + hour / 2 },
      'onResponse@steps[0]#12',
    ),
    hour / 2,
    '[1767625200000,1800000,1,0,1800000,0,0,12]',
  ],
  [entryAt('steps[1]', { type: 'condition', outcome: 'matched', branch: 'c-pending' }), 0, '[1767625200000,0,2,1,1]'],
  [entryAt('steps[2]', { type: 'condition', outcome: 'matched', branch: 'if_true' }), 0, '[1767625200000,0,3,1,0]'],
  [entryAt('steps[2]', { type: 'condition', outcome: 'matched', branch: 'if_false' }), 0, '[1767625200000,0,3,1,1]'],
  [
    entryAt('steps[1]', { type: 'condition', outcome: 'no_match' }, 'onOpen@steps[0]#1'),
    0,
    '[1767625200000,0,2,2,1,0,1]',
  ],
  [entryAt('steps[0]', { type: 'action', outcome: 'sent' }), 85, '[1767625200000,85,0,3]'],
  [entryAt('steps[0]', { type: 'action', outcome: 'unknown' }), 0, '[1767625200000,0,0,4]'],
  [
    entryAt('steps[0]', { type: 'action', outcome: 'failed', reason: '"],[\n' }, 'onNoReply@steps[0]#2'),
    0,
    '[1767625200000,0,0,5,"\\"],[\\n",3,0,2]',
  ],
  [
    entryAt('steps[5]', { type: 'action', outcome: 'skipped', reason: 'UNIMPLEMENTED_ACTION' }),
    0,
    '[1767625200000,0,7,6,"UNIMPLEMENTED_ACTION"]',
  ],
  [entryAt('steps[3]', { type: 'retry', outcome: 'attempt', attempt: 3 }), 0, '[1767625200000,0,4,7,3]'],
  [entryAt('steps[3]', { type: 'retry', outcome: 'succeeded' }), 0, '[1767625200000,0,4,8]'],
  [entryAt('steps[3]', { type: 'retry', outcome: 'exhausted' }), 0, '[1767625200000,0,4,9]'],
  [entryAt('steps[4]', { type: 'loop', outcome: 'iteration', iteration: 2 }), 0, '[1767625200000,0,6,10,2]'],
  [entryAt('steps[4]', { type: 'loop', outcome: 'finished', reason: 'condition' }), 0, '[1767625200000,0,6,11,0]'],
  [entryAt('steps[4]', { type: 'loop', outcome: 'finished', reason: 'max' }), 0, '[1767625200000,0,6,11,1]'],
  [entryAt('steps[4]', { type: 'loop', outcome: 'finished', reason: 'error' }), 0, '[1767625200000,0,6,11,2]'],
  [
    entryAt('steps[0]', { type: 'handler', outcome: 'starts', handler: 'onClickLink' }, 'onClickLink@steps[0]#1'),
    0,
    '[1767625200000,0,0,12,2,2,0,1]',
  ],
  [entryAt('steps[6]', { type: 'end', outcome: 'ended' }), 0, '[1767625200000,0,8,13]'],
];

describe('the stored timeline', () => {
  test.each(stored)('[RUN15] every stored entry can be read: %o', (entry, duration, text) => {
    expect(encodeEntry(plan, entry, duration)).toBe(text);
    expect(decodeEntries(plan, text)).toEqual([{ entry, duration }]);
  });

  test('[RUN15] a text holds any number of entries', () => {
    expect(decodeEntries(plan, '')).toEqual([]);
    expect(decodeEntries(plan, stored.map(([, , text]) => text).join(','))).toEqual(
      stored.map(([entry, duration]) => ({ entry, duration })),
    );
  });

  test('[RUN15] an entry of an unknown step is refused', () => {
    const ended = { type: 'end', outcome: 'ended' } as const;
    expect(() => encodeEntry(plan, { ...stored[0]![0], path: 'steps[9]' }, 0)).toThrow('steps[9]');
    expect(() => encodeEntry(plan, entryAt('steps[6]', ended, 'onTime@steps[0]#1'), 0)).toThrow('is not a thread');
    expect(() => encodeEntry(plan, entryAt('steps[6]', ended, 'onOpen@steps[9]#1'), 0)).toThrow('steps[9]');
    const matched = { type: 'condition', outcome: 'matched', branch: 'c-failed' } as const;
    expect(() => encodeEntry(plan, entryAt('steps[1]', matched), 0)).toThrow('no branch c-failed');
    expect(() => decodeEntries(plan, '[0,0,0,99]')).toThrow('newer');
  });

  test('[RUN15] every entry of every run is read back unchanged', () => {
    const check = fc.property(arbitraryCase, fc.nat(), ({ flow, scenario }, duration) => {
      const plan = compileFlow(flow);
      const environment = scriptedEnvironment(plan, scenario, { baseUrl: 'http://127.0.0.1:3000' });
      const { entries } = play(plan, environment, Date.parse(scenario.start));
      const text = entries.map((entry) => encodeEntry(plan, entry, duration)).join(',');
      expect(decodeEntries(plan, text)).toEqual(entries.map((entry) => ({ entry, duration })));
    });
    fc.assert(check, { numRuns: lawRuns });
  });
});
