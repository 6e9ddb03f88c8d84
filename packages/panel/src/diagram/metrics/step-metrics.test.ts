import type { Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { formatsOf } from '../../ui/format/formats.ts';
import { stepMetrics, rowMetric, type Happened, type Unpublished } from './step-metrics.ts';
import { outlineOf } from '../layout/flow-tree.ts';

const paid = { field: 'payment_status', operator: '=', value: 'paid' } as const;
const flow: Flow = {
  name: 'Teste',
  trigger_event: 'pix.generated',
  steps: [
    { id: 'wait', type: 'delay', minutes: 30 },
    {
      id: 'check',
      type: 'condition',
      branches: [{ id: 'paid', conditions: [paid], steps: [{ id: 'end', type: 'end' }] }],
    },
    { id: 'zap', type: 'action', name: 'send_whatsapp', data: { type: 'text', message: 'Oi' } },
    {
      id: 'mail',
      type: 'action',
      name: 'send_email',
      data: { remetente_nome: 'Loja', remetente_email: 'loja@exemplo.com.br', subject: 'Oi', body: 'Oi' },
    },
    { id: 'new', type: 'delay', minutes: 5 },
  ],
};
const outline = outlineOf(flow);
const step = (id: string, entered: number | null, more: object = {}): Happened['steps'][number] => ({
  id,
  entered,
  waiting: 0,
  message: null,
  changedAt: null,
  ...more,
});
const happened: Happened = {
  entered: 1310,
  isMoreWaiting: false,
  steps: [
    step('wait', 1310, { waiting: 12 }),
    step('check', 1298),
    step('end', 98),
    step('zap', 1200, { message: { sent: 1100, read: 600, paid: 341 }, changedAt: '2025-09-03T12:00:00Z' }),
    step('mail', 800, { message: { sent: 500, read: 210, paid: 2 } }),
  ],
  branches: [
    { id: 'check', branch: 'paid', entered: 98 },
    { id: 'check', branch: 'none', entered: 1200 },
  ],
};
const look = (more: Partial<Happened> = {}, unpublished?: Unpublished) =>
  stepMetrics(
    { ...happened, ...more },
    { outline, ...(unpublished && { unpublished }) },
    { formats: formatsOf('pt-BR'), locale: 'pt-BR' },
  );

describe('metrics on cards', () => {
  test('a card shows the number; screen readers get full text', () => {
    const { steps, lists } = look();
    expect(steps.get('trigger-0')).toEqual({ short: '1.310 entraram', full: '1.310 entraram' });
    expect(steps.get('wait')).toEqual({
      short: '1.310',
      full: '1.310 entraram, 12 em espera agora',
      line: '12 em espera agora',
    });
    expect(steps.get('zap')).toMatchObject({
      short: '1.200 · 31% pagou',
      full: '1.200 entraram, 55% leu, 31% pagou',
    });
    expect(steps.get('mail')).toEqual({ short: '800 · 42% abriu', full: '800 entraram, 42% abriu, 0,4% pagou' });
    expect(lists.get('check/paid')).toEqual({ short: '98', full: '98 entraram' });
    expect(look({ isMoreWaiting: true }).steps.get('wait')?.line).toBe('mais de 12 em espera agora');
  });

  test('unknown metrics are left out: a step that no version had, a share of zero messages', () => {
    const counted = [step('wait', null, { waiting: 2 }), step('zap', 3, { message: { sent: 0, read: 0, paid: 0 } })];
    const steps = look({ steps: counted }).steps;
    expect(steps.get('new')).toEqual({ short: '', full: '' });
    expect(steps.get('wait')).toEqual({ short: '', full: '2 em espera agora', line: '2 em espera agora' });
    expect(steps.get('zap')).toEqual({ short: '3', full: '3 entraram' });
  });

  test('a period without runs shows only the waiting runs', () => {
    const { steps, lists, widths } = look({ entered: 0 });
    expect(steps.get('trigger-0')).toEqual({ short: '', full: '' });
    expect(steps.get('wait')).toMatchObject({ short: '', full: '12 em espera agora' });
    expect([lists.size, widths.size]).toEqual([0, 0]);
  });

  test('a step shows when it last changed; an unpublished change takes precedence', () => {
    const { steps } = look({}, new Map([['new', 'added']]));
    expect(steps.get('zap')?.since).toEqual({ tone: 'changed', badge: 'alterado em 3 set. 2025' });
    expect(steps.get('new')?.since).toEqual({ tone: 'added', badge: 'novo, não publicado' });
    const changed = look({}, new Map([['zap', 'changed']]));
    expect(changed.steps.get('zap')?.since?.badge).toBe('alterado, não publicado');
    expect(rowMetric(changed, { id: 'zap', kind: 'step' })).toBe(
      '1.200 entraram, 55% leu, 31% pagou · alterado, não publicado',
    );
    expect(rowMetric(changed, { id: 'check/none', kind: 'list' })).toBe('1.200 entraram');
    expect(rowMetric(undefined, { id: 'zap', kind: 'step' })).toBe('');
  });
});

describe('widths of lines', () => {
  test('are 2 to 10 pixels, by the number of runs relative to the preceding list', () => {
    const { widths } = look();
    expect(widths.get('wait')).toBe(10);
    expect(widths.get('end')).toBe(2.5);
    expect(widths.get('check/none')).toBe(9.5);
    expect(widths.get('mail')).toBe(7);
    // The last step is new, so it is unknown whether runs left the end of the trunk.
    expect(widths.has('trunk')).toBe(false);
    expect(widths.has('new')).toBe(false);
  });

  test('are the default for a count that is zero or unknown', () => {
    const { widths } = look({ steps: [step('wait', 0), step('check', null)] });
    expect([...widths.keys()]).toEqual(['check/none']);
  });
});
