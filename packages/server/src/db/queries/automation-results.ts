import type { Channel } from '@retoma/flow';
import { unhurried, type Queryable } from '../pool.ts';
import type { MessageState } from './messages.ts';
import { runStanding, type RunState } from './run-listings.ts';

/** The runs of an automation since an instant, by how they stand. */
export async function resultStates(
  db: Queryable,
  automationId: string,
  since: Date,
): Promise<{ state: RunState; count: number }[]> {
  const { rows } = await db.query<{ state: RunState; count: number }>({
    ...unhurried,
    text: `select ${runStanding} as state, count(*)::int as count from runs r
     where r.automation_id = $1 and r.started_at >= $2 group by 1`,
    values: [automationId, since],
  });
  return rows;
}

/** What became of the messages of one step of one version: in how many runs. */
export type StepResult = {
  version: number;
  path: string;
  channel: Channel;
  entered: number;
  sent: number;
  delivered: number;
  read: number;
  reacted: number;
  /** How many messages, of all runs and passes, went out. */
  messages: number;
};

/** The messages of the runs of an automation that began since an instant, by version and step. */
export async function resultSteps(db: Queryable, automationId: string, since: Date): Promise<StepResult[]> {
  const { rows } = await db.query<StepResult>({
    ...unhurried,
    text: `
      with heard as (
        select i.run_id, i.message, bool_or(i.kind <> 'open') as reacted
        from runs r join inbound_messages i on i.run_id = r.run_id
        where r.automation_id = $1 and r.started_at >= $2 and i.kind in ('open', 'click', 'reply') group by 1, 2),
      told as (
        select r.version, left(m.message, -position('#' in reverse(m.message))) as path, m.channel,
          count(*) filter (where m.state in ('sent', 'delivered', 'read')) as messages,
          bool_or(m.state in ('delivered', 'read') or h.run_id is not null) as came,
          bool_or(m.state = 'read' or h.run_id is not null) as read, bool_or(h.reacted) as reacted
        from runs r join messages m on m.run_id = r.run_id
        left join heard h on h.run_id = m.run_id and h.message = m.message
        where r.automation_id = $1 and r.started_at >= $2 group by 1, 2, 3, r.run_id)
      select version, path, channel, count(*)::int as entered, (count(*) filter (where messages > 0))::int as sent,
        (count(*) filter (where came))::int as delivered, (count(*) filter (where read))::int as read,
        (count(*) filter (where reacted))::int as reacted, sum(messages)::int as messages
      from told group by version, path, channel`,
    values: [automationId, since],
  });
  return rows;
}

/** Why messages of an automation's runs that began since an instant did not go, the most frequent first. */
export async function resultReasons(
  db: Queryable,
  automationId: string,
  since: Date,
): Promise<{ reason: string; count: number }[]> {
  const states: MessageState[] = ['failed', 'skipped', 'unknown'];
  const { rows } = await db.query<{ reason: string; count: number }>({
    ...unhurried,
    text: `select coalesce(m.reason, 'UNKNOWN') as reason, count(*)::int as count from runs r join messages m on m.run_id = r.run_id
     where r.automation_id = $1 and r.started_at >= $2 and m.state = any($3) group by 1 order by 2 desc, 1 limit 10`,
    values: [automationId, since, states],
  });
  return rows;
}
