import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryOne } from '../../../base/postgres/query.ts';

/** Usage: tokens sent and received, and their cost in millionths of a US dollar. */
export type CopilotUsage = { inputTokens: number; outputTokens: number; costMicros: number };

/** Tokens of one day (`2026-11-21`, UTC) that are reserved for a request. */
export type CopilotReservation = { readonly storeId: string; readonly day: string; readonly tokens: number };

/**
 * Reserves tokens while the used and reserved ones stay below `limit`, in one statement, so that concurrent requests cannot exceed it
 * together. False if the limit is reached. `until`, in milliseconds: when an unsettled reservation stops counting.
 */
export async function copilotUsageReserve(
  db: Queryable,
  { storeId, day, tokens }: CopilotReservation,
  { limit, now, until }: { limit: number; now: number; until: number },
): Promise<boolean> {
  const live = `case when u.reserved_until > to_timestamp($4 / 1000.0) then u.reserved_tokens else 0 end`;
  return affectsOne(db, {
    text: `insert into copilot_usage as u (store_id, day, input_tokens, output_tokens, reserved_tokens, reserved_until)
     values ($1, $2, 0, 0, $3, to_timestamp($5 / 1000.0))
     on conflict (store_id, day) do update set reserved_tokens = ${live} + excluded.reserved_tokens,
       reserved_until = greatest(u.reserved_until, excluded.reserved_until)
     where u.input_tokens + u.output_tokens + ${live} < $6`,
    values: [storeId, day, tokens, now, until, limit],
  });
}

/** Replaces a reservation by the actual usage. */
export const copilotUsageSettle = (
  db: Queryable,
  { storeId, day, tokens }: CopilotReservation,
  { inputTokens, outputTokens, costMicros }: CopilotUsage,
): Promise<void> =>
  execute(db, {
    text: `insert into copilot_usage as u (store_id, day, input_tokens, output_tokens, cost_micros) values ($1, $2, $3, $4, $5)
     on conflict (store_id, day) do update set input_tokens = u.input_tokens + excluded.input_tokens,
       output_tokens = u.output_tokens + excluded.output_tokens, cost_micros = u.cost_micros + excluded.cost_micros,
       reserved_tokens = greatest(0, u.reserved_tokens - $6)`,
    values: [storeId, day, inputTokens, outputTokens, costMicros, tokens],
  });

/** The usage of a store's copilot since a day. */
export const copilotUsageSince = (db: Queryable, storeId: string, day: string): Promise<CopilotUsage> =>
  queryOne(db, {
    text: `select coalesce(sum(input_tokens), 0)::float8 as "inputTokens", coalesce(sum(output_tokens), 0)::float8 as "outputTokens",
       coalesce(sum(cost_micros), 0)::float8 as "costMicros"
     from copilot_usage where store_id = $1 and day >= $2`,
    values: [storeId, day],
  });
