import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { toLoggableError } from './loggable-error.ts';
import { maskLogLine } from './mask-log-line.ts';
import { currentIds } from '../telemetry/trace-context.ts';

export type { Logger } from 'pino';

/** Does not filter log lines: for tests that search for data that the filter would hide. */
export const unfiltered = (line: string): string => line;

/**
 * Opens the logger (CHK20). Bodies and headers are never logged. Only the safe parts of an error are logged, and each line passes a filter
 * for keys and personal data. Each line contains its request id and, if traces are exported, its trace and span id.
 */
export function openLog(level: LevelWithSilent, destination?: DestinationStream, filter = maskLogLine): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: toLoggableError },
      mixin: currentIds,
      hooks: { streamWrite: filter },
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}
