import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute } from '../../../base/postgres/query.ts';
import type { MessageKey } from './messages.ts';

/** An open or a click by a bot. `receivedAt` in milliseconds. */
export type MachineMark = MessageKey & {
  connectionId: string;
  /** Its id, unique in the connection; a repeated event has the same id. */
  inboundId: string;
  kind: 'bot_open' | 'bot_click';
  receivedAt: number;
};

/** Records it once, if the connection exists. */
export async function botEventInsert(db: Queryable, mark: MachineMark): Promise<void> {
  const { connectionId, inboundId, kind, runId, messageKey, receivedAt } = mark;
  await execute(db, {
    name: 'bot-event-insert',
    text: `
      insert into inbound_messages (connection_id, inbound_id, store_id, kind, run_id, message_key, received_at)
      select connection_id, $2, store_id, $3, $4, $5, to_timestamp($6 / 1000.0) from connections where connection_id = $1
      on conflict do nothing`,
    values: [connectionId, inboundId, kind, runId, messageKey, receivedAt],
  });
}
