import type { Queryable } from '../pool.ts';

/** What was used: tokens sent and received, and their cost in millionths of a US dollar. */
export type CopilotUsage = { inputTokens: number; outputTokens: number; costMicros: number };

/** Adds what one answer used to its day (`2026-11-21`, UTC). */
export async function copilotUsageAdd(
  db: Queryable,
  storeId: string,
  day: string,
  { inputTokens, outputTokens, costMicros }: CopilotUsage,
): Promise<void> {
  await db.query(
    `insert into copilot_usage (store_id, day, input_tokens, output_tokens, cost_micros) values ($1, $2, $3, $4, $5)
     on conflict (store_id, day) do update set input_tokens = copilot_usage.input_tokens + excluded.input_tokens,
       output_tokens = copilot_usage.output_tokens + excluded.output_tokens,
       cost_micros = copilot_usage.cost_micros + excluded.cost_micros`,
    [storeId, day, inputTokens, outputTokens, costMicros],
  );
}

/** What a store's copilot used from a day on. */
export async function copilotUsageSince(db: Queryable, storeId: string, day: string): Promise<CopilotUsage> {
  const { rows } = await db.query<CopilotUsage>(
    `select coalesce(sum(input_tokens), 0)::float8 as "inputTokens", coalesce(sum(output_tokens), 0)::float8 as "outputTokens",
       coalesce(sum(cost_micros), 0)::float8 as "costMicros"
     from copilot_usage where store_id = $1 and day >= $2`,
    [storeId, day],
  );
  return rows[0]!;
}
