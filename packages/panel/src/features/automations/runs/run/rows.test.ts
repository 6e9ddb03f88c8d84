import type { Entry, Flow, Step } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { upcomingSteps } from './upcoming.ts';
import { runHighlights } from './highlights.ts';
import type { Run } from './row.ts';
import { rowsOf } from './rows.ts';

const at = Date.parse('2026-03-10T15:00:00Z');
const minute = 60_000;
const iso = (ms: number): string => new Date(ms).toISOString();

const check = (id: string, label: string, value: string, steps: Step[] = []) => ({
  id,
  label,
  conditions: [{ field: 'payment_status', operator: '=', value } as never],
  steps,
});
const reminder = { type: 'action', id: 'zap', name: 'send_whatsapp', data: { type: 'text', message: 'Oi' } } as Step;
const steps: Step[] = [
  { type: 'delay', id: 'wait', minutes: 30 },
  {
    type: 'condition',
    id: 'paid',
    branches: [check('a', 'Pago', 'paid'), check('b', 'Pendente', 'pending', [reminder])],
  },
  { type: 'delay', id: 'again', minutes: 120 },
  { type: 'action', id: 'sms', name: 'send_sms', data: { message: 'Oi' } },
  { type: 'end', id: 'fim' },
];
const flow = { name: 'Recuperar', trigger_event: 'pix.generated', steps } as Flow;

const entry = (path: string, ms: number, outcome: object, thread = 'main'): { entry: Entry; duration: number } => ({
  entry: { at: at + ms, thread, path, id: null, ...outcome } as Entry,
  duration: 0,
});

const run = (changed: Partial<Run> = {}): Run =>
  ({
    flow,
    event: 'pix.generated',
    state: 'waiting',
    startedAt: iso(at),
    finishedAt: null,
    orderNumber: '1042',
    reason: null,
    waitsFor: null,
    messages: [],
    inbound: [],
    operations: [],
    timeline: [],
    ...changed,
  }) as unknown as Run;

const texts = (one: Run): string[] =>
  rowsOf(one, 'pt-BR').map(({ title, way, detail }) => [title, way, detail].filter(Boolean).join(' | '));

const upToNow = run({
  waitsFor: { for: 'timer', path: 'steps[2]', at: iso(at + 150 * minute) },
  timeline: [
    entry('steps[0]', 0, { type: 'delay', outcome: 'waits', until: at + 30 * minute }),
    entry('steps[1]', 30 * minute, { type: 'condition', outcome: 'matched', branch: 'b' }),
    entry('steps[1].branches[1].steps[0]', 30 * minute, { type: 'action', outcome: 'sent' }),
    entry('steps[2]', 30 * minute, { type: 'delay', outcome: 'waits', until: at + 150 * minute }),
  ],
});

describe('the formatted timeline of a run', () => {
  test('[RUN15] contains the entries in order, with the matched rules, the unmatched branches and the pending step', () => {
    expect(texts(upToNow)).toEqual([
      'PIX gerado | Pedido #1042 deu início a esta jornada',
      'Esperou 30 minutos',
      'O pagamento já entrou? | caminho Pendente',
      'Mensagem de WhatsApp',
      'Esperando 2 horas',
    ]);
    const [, , condition, message, now] = rowsOf(upToNow, 'pt-BR');
    expect(condition).toMatchObject({
      seen: 'pagamento era pendente',
      untaken: ['Pago: não entrou, porque não valia “pagamento é pago”'],
    });
    expect(message).toMatchObject({ message: 'steps[1].branches[1].steps[0]#1' });
    expect(now).toMatchObject({ tone: 'now', until: at + 150 * minute });
  });

  test('contains the upcoming steps until the end', () => {
    expect(upcomingSteps(upToNow).map(({ path }) => path)).toEqual(['steps[3]', 'steps[4]']);
    expect(upcomingSteps(run({ waitsFor: null }))).toEqual([]);
  });

  test('highlights passed and waiting steps in the diagram, and dims the rest', () => {
    expect(runHighlights(upToNow, rowsOf(upToNow, 'pt-BR'))).toMatchObject({
      wait: { tone: 'passed' },
      zap: { tone: 'passed' },
      again: { tone: 'warning', note: 'Esperando 2 horas' },
      sms: { tone: 'dimmed' },
    });
  });

  test('shows the pending step last, even if a reply came after the wait started', () => {
    const inbound = [{ kind: 'open', message: 'steps[3]#1', at: iso(at + 40 * minute) }] as Run['inbound'];
    expect(texts({ ...upToNow, inbound: inbound }).slice(-2)).toEqual([
      'Cliente abriu a mensagem',
      'Esperando 2 horas',
    ]);
  });

  test('shows that a wait was cut short', () => {
    const waits = entry('steps[0]', 0, { type: 'delay', outcome: 'waits', until: at + 30 * minute });
    expect(texts(run({ timeline: [waits], state: 'ended', finishedAt: iso(at + minute) }))[1]).toBe(
      'Esperaria 30 minutos | A espera não foi até o fim',
    );
  });

  test('shows the reason of a failed message; a reply has one row, whether or not it started a list', () => {
    const inbound = [{ kind: 'reply', message: 'steps[3]#1', at: iso(at + minute) }] as Run['inbound'];
    const failed = entry('steps[3]', 0, { type: 'action', outcome: 'failed', reason: 'OPTED_OUT' });
    expect(texts(run({ timeline: [failed], inbound: inbound }))).toEqual([
      'PIX gerado | Pedido #1042 deu início a esta jornada',
      'Mensagem de SMS | Este contato não recebe mensagens neste canal.',
      'Cliente respondeu',
    ]);
    const starts = { type: 'handler', outcome: 'starts', handler: 'onResponse' };
    const started = entry('steps[3]', minute, starts, 'onResponse@steps[3]#1');
    expect(texts(run({ timeline: [started], inbound: inbound })).slice(1)).toEqual([
      'Cliente respondeu | Saída “Se responder” começou',
    ]);
  });

  test('shows a loop as one row, with its last iteration and its failures', () => {
    const inner = { type: 'action', id: 'x', name: 'send_sms', data: { message: 'Oi' } } as Step;
    const loop = { ...flow, steps: [{ type: 'loop', id: 'l', maxIterations: 10, steps: [inner] }] } as Flow;
    const times = [1, 2, 3].flatMap((iteration) => [
      entry('steps[0]', iteration, { type: 'loop', outcome: 'iteration', iteration }),
      entry(
        'steps[0].steps[0]',
        iteration,
        iteration === 1
          ? { type: 'action', outcome: 'failed', reason: 'BOUNCED' }
          : { type: 'action', outcome: 'sent' },
      ),
    ]);
    expect(texts(run({ flow: loop, timeline: times })).slice(1)).toEqual([
      'Repetir até 10 vezes | Repetiu 3 de 10',
      'Mensagem de SMS | O e-mail voltou.',
      'Mensagem de SMS',
    ]);
  });

  test('shows the end of the run last', () => {
    const finishedAt = iso(at + minute);
    const last = (changed: Partial<Run>): string => texts(run({ finishedAt, ...changed })).at(-1)!;
    expect(last({ state: 'ended', reason: 'payment.confirmed' })).toBe(
      'Encerrada | Encerrada por: Pagamento confirmado',
    );
    expect(last({ state: 'cancelled', reason: 'STALE' })).toBe('Cancelada | Ficou parada por mais de um dia');
    expect(last({ state: 'completed' })).toBe('Concluída | Todos os passos foram feitos');
    expect(last({ state: 'failed', reason: 'STEP_BUDGET_EXCEEDED' })).toBe(
      'Parou com erro | Passou do limite de passos ou de mensagens',
    );
  });
});
