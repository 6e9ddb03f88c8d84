import { describe, expect, test } from 'vitest';
import { dependsOnClock } from '../../analyse/depends-on-clock.ts';
import { toFlat } from '../../convert/to-flat.ts';
import { toNested } from '../../convert/to-nested.ts';
import type { Flow } from '../../definition/flow.ts';
import { delay, flowOf, sms } from '../../testing/build-flow.ts';
import { readFlow } from '../../validate/import.ts';
import { describeWait } from './describe.ts';
import type { Until } from './members.ts';
import { usualMinutes } from './usual-minutes.ts';

const until: Until = { time: '09:00', days: [1, 3], atLeast: 120, nextDay: true };
const flow: Flow = flowOf([{ ...delay(1440), until, businessHours: true } as ReturnType<typeof delay>, sms('oi')]);

test('[DEF11] a wait until a time is a valid delay, in both formats', () => {
  expect(readFlow(flow)).toMatchObject({
    ok: true,
    flow: { steps: [{ minutes: 1440, until, businessHours: true }, {}] },
  });
  const nested = toNested(toFlat(flow)!);
  expect(nested.ok && nested.flow.steps[0]).toMatchObject({ minutes: 1440, until, businessHours: true });
});

test('[RUN22] how long a run takes depends on when it begins if it waits until a time or has quiet hours', () => {
  const span = flowOf([delay(30), sms('oi')]);
  expect(dependsOnClock(span)).toBe(false);
  expect(dependsOnClock(flow)).toBe(true);
  expect(dependsOnClock(flowOf([{ ...delay(30), businessHours: true } as ReturnType<typeof delay>]))).toBe(true);
  expect(dependsOnClock({ ...span, settings: { quietHours: { from: '21:00', to: '08:00' } } })).toBe(true);
});

test('[DEF11] its minutes are about what it waits', () => {
  expect(usualMinutes({ time: '09:00' })).toBe(720);
  expect(usualMinutes({ time: '09:00', nextDay: true })).toBe(1440);
  expect(usualMinutes({ time: '09:00', days: [2, 4], atLeast: 120 })).toBe(2640);
  expect(usualMinutes({ time: '09:00', atLeast: 10_080 })).toBe(10_080);
});

describe('[DEF11] the text of a wait', () => {
  test.each<[Until, string, string]>([
    [{ time: '09:00' }, 'até as 9h', 'until 9:00'],
    [{ time: '01:30' }, 'até a 1h30', 'until 1:30'],
    [{ time: '09:00', nextDay: true }, 'até as 9h do dia seguinte', 'until 9:00 the next day'],
    [{ time: '09:00', atLeast: 120 }, 'até as 9h, depois de 2 horas', 'until 9:00, after 2 hours'],
    [{ time: '10:00', days: [4, 2] }, 'até terça ou quinta, 10h', 'until Tuesday or Thursday, 10:00'],
    [{ time: '10:00', days: [0] }, 'até domingo, 10h', 'until Sunday, 10:00'],
    [{ time: '10:00', days: [1, 2, 3, 4, 5] }, 'até um dia de semana, 10h', 'until a weekday, 10:00'],
    [{ time: '10:00', days: [0, 1, 2, 3, 4, 5, 6] }, 'até as 10h', 'until 10:00'],
  ])('%j', (until, portuguese, english) => {
    expect(describeWait({ minutes: 1, until }, 'pt-BR')).toBe(portuguese);
    expect(describeWait({ minutes: 1, until }, 'en')).toBe(english);
  });

  test('in business hours', () => {
    expect(describeWait({ minutes: 720, businessHours: true }, 'pt-BR')).toBe('12 horas, em horário comercial');
  });
});
