import { describe, expect, test } from 'vitest';
import type { QuietHours } from '../definition/flow.ts';
import { isTooLate, tooLateFrom } from './lateness.ts';
import { compileFlow, type Plan } from './plan.ts';

const planOf = (lateMinutes: number, quietHours?: QuietHours): Plan =>
  compileFlow(
    { name: 'a', trigger_event: 'pix.generated', steps: [], ...(quietHours && { settings: { quietHours } }) },
    { lateMinutes },
  );
const at = (instant: string): number => Date.parse(`${instant}-03:00`);
const tooLate = (plan: Plan, due: string, now: string): boolean => isTooLate(plan, at(due), at(now));
const night: QuietHours = { from: '22:00', to: '08:00' };

describe('[RUN17] lateness', () => {
  test('counts from the due instant, and the limit itself is not too late', () => {
    const plan = planOf(60);
    expect(tooLate(plan, '2026-03-10T12:00:00', '2026-03-10T13:00:00')).toBe(false);
    expect(tooLate(plan, '2026-03-10T12:00:00', '2026-03-10T13:00:00.001')).toBe(true);
  });

  test.each([
    ['before them', '2026-03-10T21:45:00', '2026-03-11T08:45:00'],
    ['when they begin', '2026-03-10T22:00:00', '2026-03-11T09:00:00'],
    ['in them', '2026-03-10T23:30:00', '2026-03-11T09:00:00'],
    ['as they end', '2026-03-11T08:00:00', '2026-03-11T09:00:00'],
    ['and the limit falls on their begin', '2026-03-10T21:00:00', '2026-03-11T08:00:00'],
  ])('[RUN18] does not count quiet hours: due %s', (_when, due, limit) => {
    const plan = planOf(60, night);
    expect(isTooLate(plan, at(due), at(limit))).toBe(false);
    expect(isTooLate(plan, at(due), at(limit) + 1)).toBe(true);
    expect(tooLateFrom(plan, at(due), Infinity)).toBe(at(limit) + 1);
    expect(tooLateFrom(plan, at(due), at(due) + 1)).toBe(at(due) + 1);
  });

  test('[RUN18] counts the hours between several nights and quiet days', () => {
    const daily = planOf(15 * 60, night);
    expect(tooLateFrom(daily, at('2026-03-10T21:00:00'), Infinity)).toBe(at('2026-03-12T08:00:00') + 1);
    const weekend = planOf(60, { from: '00:00', to: '00:00', days: [6, 0] });
    expect(tooLateFrom(weekend, at('2026-03-13T23:30:00'), Infinity)).toBe(at('2026-03-16T00:30:00') + 1);
  });

  test('[RUN18] quiet hours that never end, or never begin, count as none', () => {
    for (const quiet of [
      { from: '08:00', to: '08:00' },
      { ...night, days: [] },
    ])
      expect(tooLateFrom(planOf(7 * 24 * 60, quiet), at('2026-03-10T12:00:00'), Infinity)).toBe(
        at('2026-03-17T12:00:00') + 1,
      );
  });
});
