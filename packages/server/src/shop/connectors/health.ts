import type { ListedConnection } from './queries/connections.ts';

/**
 * CON12: how a connection is. `reading`: the history is still read; `working`: there was news lately; `quiet`: no webhook for hours, orders are
 * polled; `unreachable`: calls fail; `suspended`, `reconnect` and `uninstalled`: its state.
 */
export const healthCodes = [
  'reading',
  'working',
  'quiet',
  'unreachable',
  'suspended',
  'reconnect',
  'uninstalled',
] as const;

/** One of them. */
export type HealthCode = (typeof healthCodes)[number];

/** A connection's health. Instants in milliseconds since 1970. */
export type ConnectionHealth = {
  readonly code: HealthCode;
  /** Since when; of `working` and `quiet`: when the last webhook arrived; null: none yet. */
  readonly since: number | null;
  /** How often orders are polled now, in minutes. */
  readonly everyMinutes: number;
  /** How long ago its orders were last read to their end, in milliseconds; null: never. */
  readonly lagMs: number | null;
  /** Whether its webhooks were there and enabled at the last reading of orders. */
  readonly hasWebhooks: boolean;
};

const hour = 60 * 60_000;
/** After how long without a webhook a connection is quiet. */
const quietAfter = 3 * hour;
/** For how long calls must fail. */
const unreachableAfter = 5 * 60_000;
/** CON5: how often orders are polled after trouble, in milliseconds. */
export const fastMs = 60_000;

/** CON12: the health at `now`. `everyMs`: how often the platform's orders are polled. */
export function healthOf(
  connection: ListedConnection,
  { now, everyMs }: { now: number; everyMs: number },
): ConnectionHealth {
  const { readAt, webhooksAt, fastUntil } = connection;
  const every = fastUntil !== null && fastUntil > now ? Math.min(fastMs, everyMs) : everyMs;
  return {
    ...codeOf(connection, now),
    everyMinutes: Math.max(1, Math.round(every / 60_000)),
    lagMs: readAt === null ? null : Math.max(0, now - readAt),
    hasWebhooks: webhooksAt !== null && (readAt === null || webhooksAt >= readAt - hour),
  };
}

function codeOf(connection: ListedConnection, now: number): Pick<ConnectionHealth, 'code' | 'since'> {
  const { state, stateAt, failingSince, historyDoneAt, connectedAt, lastDeliveryAt } = connection;
  if (state === 'reconnect' || state === 'suspended' || state === 'uninstalled') return { code: state, since: stateAt };
  if (failingSince !== null && now - failingSince >= unreachableAfter)
    return { code: 'unreachable', since: failingSince };
  if (historyDoneAt === null) return { code: 'reading', since: connectedAt };
  const isQuiet = now - Math.max(lastDeliveryAt ?? 0, connectedAt) >= quietAfter;
  return { code: isQuiet ? 'quiet' : 'working', since: lastDeliveryAt };
}
