import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config/config.ts';
import { currentIds } from './observability/current.ts';

export type { Logger } from 'pino';

/**
 * The one logger. Bodies and headers are never given to it; of an error only what our own code wrote is kept, because
 * PostgreSQL puts whole rows into `detail` and `where`. Each line tells which request it is of and, where traces are exported,
 * which span.
 */
export function openLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  return pino(
    { level, base: null, serializers: { err: errorOf }, mixin: currentIds },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}

function errorOf(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack } = error;
  const code = (error as { code?: unknown }).code;
  return { type: name, message, ...(typeof code === 'string' && { code }), stack };
}
