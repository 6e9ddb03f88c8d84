// Copies one run that the product itself started, with its purchase and messages: millions of rows as the product writes them.
import { setTimeout as sleep } from 'node:timers/promises';
import { copies, dueRuns, functions } from './copies.ts';
import type { LargeStoreProduct } from './product.ts';

/** The run that is copied: it has sent ten messages, and waits. */
export type Template = { runId: string; automationId: string };

const messagesEach = 10;
const spanDays = 60;
const atOnce = 20_000;

/** Publishes an automation of ten messages, a wait and another message, and starts a run of it through the product. */
export async function beginTemplate({ ask, happen, db }: LargeStoreProduct): Promise<Template> {
  const send = (number: number) => ({
    type: 'action',
    name: 'send_whatsapp',
    data: { type: 'text', message: `Oi {{customer.first_name}}, aviso ${number}` },
  });
  const first = Array.from({ length: messagesEach }, (_, index) => send(index));
  const steps = [...first, { type: 'delay', minutes: 10_000 }, send(messagesEach)];
  const flow = { name: 'Recuperação', trigger_event: 'pix.generated', active: true, steps };
  const source = { kind: 'text', text: JSON.stringify(flow), activate: true };
  const { automationId } = (await ask('/automations', { source })) as { automationId: string };
  await happen('1');
  await db.query(functions);
  for (;;) {
    const { rows } = await db.query<Template>(
      `select run_id as "runId", automation_id as "automationId" from runs r where automation_id = $1 and status = 'waiting'
         and (select count(*) from messages m where m.run_id = r.run_id) = $2`,
      [automationId, messagesEach],
    );
    if (rows[0]) return rows[0];
    await sleep(100);
  }
}

/**
 * Copies the template until `parked` runs wait, started evenly over the last sixty days and due from tomorrow on; in addition, every
 * twentieth run has ended. Returns the number of runs and messages.
 */
export async function fillStore(
  { db }: LargeStoreProduct,
  template: Template,
  parked: number,
): Promise<{ runs: number; messages: number }> {
  const all = Math.ceil((parked * 20) / 19);
  const second = Math.floor(Date.now() / 1000);
  for (let from = 1; from <= all; from += atOnce) {
    const values = [from, Math.min(all, from + atOnce - 1), spanDays / all, template.runId, all, second];
    for (const text of copies) await db.query(withValues(text, values));
  }
  await db.query('analyze');
  return { runs: all, messages: all * messagesEach };
}

/** Inserts values into a statement's text: PostgreSQL refuses parameters that a statement does not use. */
const withValues = (text: string, values: readonly (string | number)[]): string =>
  text.replace(/\$(\d)/g, (_, number: string) => {
    const value = values[Number(number) - 1]!;
    return typeof value === 'number' ? String(value) : `'${value}'`;
  });

/** How late runs that fall due one after the other are, in milliseconds from due time to the message's reservation, sorted. */
export async function measureLateness(
  { db }: LargeStoreProduct,
  template: Template,
  count: number,
  name: string,
): Promise<number[]> {
  const { rows } = await db.query<{ runId: string }>(dueRuns, [count, Date.now() + 2_000, template.runId, name]);
  const runIds = rows.map(({ runId }) => runId);
  for (;;) {
    const { rows: late } = await db.query<{ late: number }>(
      `select (extract(epoch from reserved_at - due_at) * 1000)::float8 as late from messages where run_id = any($1) order by 1`,
      [runIds],
    );
    if (late.length === count) return late.map((one) => one.late);
    await sleep(200);
  }
}
