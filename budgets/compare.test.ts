import { describe, expect, test } from 'vitest';
import { departures, departuresOf } from './compare.ts';

const budget = {
  reason: 'a test',
  writes: { events: { inserted: 1, walBytes: 400 }, events_pkey: { entries: 1, walBytes: 60 } },
  statements: { 'event-insert': 1 },
};
const { reason: _, ...costs } = budget;
const causes = (measured: typeof costs | object): string[] =>
  departures('an event', budget, measured as typeof costs).map((text) => text.replace(/\. If that is meant.*/, ''));

describe('[CHK16] a budget', () => {
  test('allows equal costs, and a few bytes more', () => {
    expect(causes(costs)).toEqual([]);
    expect(causes({ ...costs, writes: { ...costs.writes, events: { inserted: 1, walBytes: 412 } } })).toEqual([]);
  });

  test('names the row, the index entry and the statement that exceed it', () => {
    expect(
      causes({
        writes: {
          events: { inserted: 2, updated: 1, walBytes: 400 },
          events_pkey: { entries: 2, walBytes: 60 },
        },
        statements: { 'event-insert': 1, begin: 1 },
      }),
    ).toEqual([
      'an event: costs more than its budget: begin 0 -> 1 times executed',
      'an event: costs more than its budget: events 1 -> 2 rows inserted',
      'an event: costs more than its budget: events 0 -> 1 rows updated',
      'an event: costs more than its budget: events_pkey 1 -> 2 index entries',
    ]);
  });

  test('names the table that writes more WAL', () => {
    expect(causes({ ...costs, writes: { ...costs.writes, events: { inserted: 1, walBytes: 500 } } })).toEqual([
      'an event: costs more than its budget: WAL 460 -> 560 bytes (events 400 -> 500)',
    ]);
  });

  test('that is too high is stale, so that a saving cannot be lost unnoticed', () => {
    expect(causes({ writes: { events: { inserted: 1, walBytes: 400 } }, statements: {} })).toEqual([
      'an event: costs less than its budget: event-insert 1 -> 0 times executed',
      'an event: costs less than its budget: events_pkey 1 -> 0 index entries',
      'an event: costs less than its budget, which can be lowered: WAL 460 -> 400 bytes ()',
    ]);
  });

  test('of a page names the part that grew', () => {
    const page = { reason: 'a test', figures: { 'a.js': 100, 'b.js': 100 } };
    expect(departuresOf('a page', 'bytes', page, { 'a.js': 103, 'b.js': 103 })).toEqual([]);
    const [more] = departuresOf('a page', 'bytes', page, { 'a.js': 100, 'b.js': 120 });
    expect(more).toContain('a page: costs more than its budget: gzipped 200 -> 220 bytes (b.js 100 -> 120)');
    const [statements] = departuresOf('a page', 'statements', page, { 'a.js': 100, 'b.js': 101 }, ['order-list 2']);
    expect(statements).toContain('a page: costs more than its budget: b.js 100 -> 101 statements (order-list 2)');
    expect(departuresOf('a page', 'statements', page, { 'a.js': 100 })).toEqual([]);
    const [unknown] = departuresOf('a page', 'statements', page, { 'c.js': 1 });
    expect(unknown).toContain('a page: costs more than its budget: c.js 0 -> 1 statements');
  });

  test('is missing for a new measurement', () =>
    expect(departures('new', undefined, costs)).toEqual([expect.stringContaining('new: has no budget yet')]));
});
