import { expect, test } from 'vitest';
import { dayOf, previewWait } from './wait-preview.ts';

const timeZone = 'America/Sao_Paulo';
const now = Date.parse('2026-11-26T16:02:00-03:00');
const at = (instant: string): number => Date.parse(`2026-11-${instant}:00-03:00`);

test('[EDT12] a wait that begins now ends after its minutes, and its message leaves outside of the quiet hours', () => {
  const quietHours = { from: '21:00', to: '08:00' };
  expect(previewWait({ minutes: 720, quietHours: undefined, now, timeZone })).toEqual({
    ends: at('27T04:02'),
    sends: at('27T04:02'),
  });
  expect(previewWait({ minutes: 720, quietHours, now, timeZone })).toEqual({
    ends: at('27T04:02'),
    sends: at('27T08:00'),
  });
  expect(previewWait({ minutes: 60, quietHours, now, timeZone }).sends).toBe(at('26T17:02'));
});

test('[EDT12] days are those of the store', () => {
  expect(dayOf(at('26T23:59'), now, timeZone)).toBe('today');
  expect(dayOf(at('27T00:00'), now, timeZone)).toBe('tomorrow');
  expect(dayOf(at('28T00:00'), now, timeZone)).toBeUndefined();
  expect(dayOf(at('27T00:00'), now, 'America/Rio_Branco')).toBe('today');
});
