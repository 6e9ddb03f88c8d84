import { describe, expect, test } from 'vitest';
import { goals, templateFor } from './goals.ts';
import { clockAfter, simulateFor } from './simulated.ts';

describe.each(goals)('%s', (goal) => {
  test('[EDT10] the simulation of its template sends over each channel, in the store’s name', () => {
    const { flow } = templateFor(goal, ['whatsapp', 'email', 'sms']);
    const { sends, highlights } = simulateFor(flow, 'Loja do Zé');
    expect(sends.length).toBeGreaterThan(0);
    expect(sends.map(({ text }) => text).join(' ')).not.toMatch(/\{\{|, !|^,|^$/);
    expect(Object.keys(highlights).length).toBeGreaterThan(sends.length);
  });
});

test('[EDT10] a reminder of an unpaid PIX leaves half an hour after the code, signed by the store', () => {
  const { sends } = simulateFor(templateFor('pix', ['whatsapp', 'email']).flow, 'Loja do Zé');
  expect(sends[0]).toMatchObject({ at: 30, channel: 'whatsapp', text: expect.stringContaining('Loja do Zé') });
  expect(sends[1]).toMatchObject({ channel: 'email' });
});

test('[EDT10] moments are times of day, which the messages have too', () => {
  expect([30, 840, 1_320, 2_900].map(clockAfter)).toEqual([
    { days: 0, clock: '10:30' },
    { days: 1, clock: '00:00' },
    { days: 1, clock: '08:00' },
    { days: 2, clock: '10:20' },
  ]);
});
