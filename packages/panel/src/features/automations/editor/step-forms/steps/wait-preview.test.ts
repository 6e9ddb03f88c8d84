import { waitEnd, type Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { outlineOf } from '../../../../../diagram/layout/flow-tree.ts';
import { longWhenText, passedOf, waitedOf, whenText } from '../../../../../diagram/metrics/wait-times.ts';
import { exampleEntries, messagesBefore } from './wait-preview.ts';
import { changeLength, lengthOf, longestWait, partText } from '../../../../../diagram/metrics/wait-length.ts';

const timeZone = 'America/Sao_Paulo';
const at = (local: string): number => Date.parse(`${local}-03:00`);
const now = at('2026-11-28T11:20');
const clock = { timeZone, businessHours: { from: '08:00', to: '18:00', days: [1, 2, 3, 4, 5] } };
const flowOf = (...steps: object[]): Flow =>
  ({ name: 'Teste', trigger_event: 'pix.generated', steps }) as unknown as Flow;
const sms = (id: string) => ({ type: 'action', id, name: 'send_sms', data: { message: 'Oi' } });
const week = { type: 'delay', minutes: 10_080 };

describe('[EDT12] when someone who enters now goes on', () => {
  const untilNine = { type: 'delay', id: 'nine', minutes: 720, until: { time: '09:00' }, businessHours: true };
  const outline = outlineOf(flowOf({ type: 'delay', id: 'half', minutes: 30 }, sms('first'), untilNine, sms('last')));

  test('is computed by the engine’s function, quiet hours included', () => {
    const passed = passedOf(outline, { ...clock, now, quietHours: { from: '08:00', to: '10:00' } });
    expect(passed.get('half')).toBe(at('2026-11-28T11:50'));
    expect(passed.get('nine')).toBe(
      waitEnd({ minutes: 720, until: { time: '09:00' }, businessHours: true }, passed.get('first')!, clock),
    );
    expect(passed.get('nine')).toBe(at('2026-11-30T09:00'));
    expect(passed.get('last')).toBe(at('2026-11-30T10:00'));
  });

  test('is no number of minutes behind a wait until a time', () => {
    expect([...waitedOf(outline)]).toEqual([
      ['half', 30],
      ['first', 30],
    ]);
    expect(messagesBefore(outline.steps.get('nine')!).map(({ id }) => id)).toEqual(['first']);
  });

  test('is written as people say it', () => {
    const when = (instant: string): string => whenText(at(instant), now, timeZone, 'pt-BR');
    expect(when('2026-11-28T11:50')).toBe('hoje, 11:50');
    expect(when('2026-11-29T09:00')).toBe('amanhã, 09:00');
    expect(when('2026-11-30T09:00')).toBe('seg., 09:00');
    expect(when('2026-12-07T09:00')).toBe('7 dez., 09:00');
    expect(longWhenText(at('2026-11-30T09:00'), now, timeZone, 'pt-BR')).toBe('seg., 30 nov., às 09:00');
    expect(
      exampleEntries(now, timeZone).map((one) => when(new Date(one - 3 * 3_600_000).toISOString().slice(0, 16))),
    ).toEqual(['amanhã, 07:10', 'seg., 22:40', 'qua., 16:00']);
  });
});

describe('[EDT12] a wait of more than 7 days is several delays', () => {
  const lengthAt = (flow: Flow, id: string) => lengthOf(outlineOf(flow).steps.get(id)!);

  test('that are one in the form, whichever is open', () => {
    const flow = flowOf(
      sms('a'),
      { ...week, id: 'w1' },
      { ...week, id: 'w2' },
      { type: 'delay', id: 'last', minutes: 60 },
      sms('b'),
    );
    for (const id of ['w1', 'w2', 'last'])
      expect(lengthAt(flow, id)).toMatchObject({ leading: ['w1', 'w2'], last: { id: 'last' }, minutes: 20_220 });
    const name = 'Esperar 14 dias e 1 hora';
    const texts = ['w1', 'last'].map((id) => partText(outlineOf(flow).steps.get(id)!, 'pt-BR'));
    expect(texts).toEqual([
      { name, line: 'Parte 1 de 3' },
      { name, line: 'Parte 3 de 3' },
    ]);
  });

  test('but not delays of other lengths, nor until a time', () => {
    const flow = flowOf(
      { type: 'delay', id: 'hour', minutes: 60 },
      { type: 'delay', id: 'day', minutes: 1440 },
      { ...week, id: 'week' },
      { type: 'delay', id: 'nine', minutes: 1440, until: { time: '09:00' } },
    );
    for (const [id, minutes] of [
      ['hour', 60],
      ['day', 1440],
      ['week', 10_080],
      ['nine', 1440],
    ] as const)
      expect(lengthAt(flow, id)).toMatchObject({ leading: [], minutes });
  });

  test('which a change adds and removes', () => {
    const length = lengthAt(flowOf({ type: 'delay', id: 'last', minutes: 60 }), 'last');
    expect(changeLength(length, 10_080)).toEqual([{ op: 'update_step', nodeId: 'last', changes: { minutes: 10_080 } }]);
    expect(changeLength(length, 30 * 1440).filter(({ op }) => op === 'insert_before')).toHaveLength(4);
    expect(changeLength(length, longestWait).filter(({ op }) => op === 'insert_before')).toHaveLength(12);
    const long = lengthAt(
      flowOf({ ...week, id: 'w1' }, { ...week, id: 'w2' }, { type: 'delay', id: 'last', minutes: 60 }),
      'last',
    );
    expect(changeLength(long, 60)).toEqual([
      { op: 'update_step', nodeId: 'last', changes: { minutes: 60 } },
      { op: 'remove_step', nodeId: 'w1' },
      { op: 'remove_step', nodeId: 'w2' },
    ]);
  });
});
