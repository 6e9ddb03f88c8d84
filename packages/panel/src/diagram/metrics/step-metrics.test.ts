import type { Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { formatsOf } from '../../ui/format/formats.ts';
import { figuresOf, rowFigure, type Happened, type Unpublished } from './step-metrics.ts';
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
  ways: [
    { id: 'check', way: 'paid', entered: 98 },
    { id: 'check', way: 'none', entered: 1200 },
  ],
};
const look = (more: Partial<Happened> = {}, unpublished?: Unpublished) =>
  figuresOf(
    { ...happened, ...more },
    { outline, ...(unpublished && { unpublished }) },
    { formats: formatsOf('pt-BR'), locale: 'pt-BR' },
  );

describe('what happened, on cards', () => {
  test('a number stands on the card, whole words are there for whoever does not see it', () => {
    const { steps, lists } = look();
    expect(steps.get('trigger-0')).toEqual({ shown: '1.310 entraram', told: '1.310 entraram' });
    expect(steps.get('wait')).toEqual({
      shown: '1.310',
      told: '1.310 entraram, 12 em espera agora',
      line: '12 em espera agora',
    });
    expect(steps.get('zap')).toMatchObject({
      shown: '1.200 · 31% pagou',
      told: '1.200 entraram, 55% leu, 31% pagou',
    });
    expect(steps.get('mail')).toEqual({ shown: '800 · 42% abriu', told: '800 entraram, 42% abriu, 0,4% pagou' });
    expect(lists.get('check/paid')).toEqual({ shown: '98', told: '98 entraram' });
    expect(look({ isMoreWaiting: true }).steps.get('wait')?.line).toBe('mais de 12 em espera agora');
  });

  test('what is not known is not told: a step that no version had, a share of messages that nobody was sent', () => {
    const steps = [step('wait', null, { waiting: 2 }), step('zap', 3, { message: { sent: 0, read: 0, paid: 0 } })];
    const figures = look({ steps }).steps;
    expect(figures.get('new')).toEqual({ shown: '', told: '' });
    expect(figures.get('wait')).toEqual({ shown: '', told: '2 em espera agora', line: '2 em espera agora' });
    expect(figures.get('zap')).toEqual({ shown: '3', told: '3 entraram' });
  });

  test('of a period in which nobody came only what waits is told', () => {
    const { steps, lists, widths } = look({ entered: 0 });
    expect(steps.get('trigger-0')).toEqual({ shown: '', told: '' });
    expect(steps.get('wait')).toMatchObject({ shown: '', told: '12 em espera agora' });
    expect([lists.size, widths.size]).toEqual([0, 0]);
  });

  test('a step is told since when it is as it is; that it is not published comes first', () => {
    const { steps } = look({}, new Map([['new', 'added']]));
    expect(steps.get('zap')?.since).toEqual({ tone: 'changed', badge: 'alterado em 3 set. 2025' });
    expect(steps.get('new')?.since).toEqual({ tone: 'added', badge: 'novo, não publicado' });
    const changed = look({}, new Map([['zap', 'changed']]));
    expect(changed.steps.get('zap')?.since?.badge).toBe('alterado, não publicado');
    expect(rowFigure(changed, { id: 'zap', kind: 'step' })).toBe(
      '1.200 entraram, 55% leu, 31% pagou · alterado, não publicado',
    );
    expect(rowFigure(changed, { id: 'check/none', kind: 'list' })).toBe('1.200 entraram');
    expect(rowFigure(undefined, { id: 'zap', kind: 'step' })).toBe('');
  });
});

describe('how wide lines are', () => {
  test('from 2 to 10 pixels by how many went along, of what led on the least around it', () => {
    const { widths } = look();
    expect(widths.get('wait')).toBe(10);
    expect(widths.get('end')).toBe(2.5);
    expect(widths.get('check/none')).toBe(9.5);
    expect(widths.get('mail')).toBe(7);
    // Out of the trunk's end nobody is known to have gone: the last step is new.
    expect(widths.has('trunk')).toBe(false);
    expect(widths.has('new')).toBe(false);
  });

  test('nobody came along, or nobody knows: the line is as always', () => {
    const { widths } = look({ steps: [step('wait', 0), step('check', null)] });
    expect([...widths.keys()]).toEqual(['check/none']);
  });
});
