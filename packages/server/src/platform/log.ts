import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { toLoggableError } from './loggable-error.ts';
import { maskLogLine } from './mask-log-line.ts';
import { currentIds } from './trace-context.ts';

export type { Logger } from 'pino';

/** Passes each line as it is: for tests, which look for what the filter would hide. */
export const unfiltered = (line: string): string => line;

/**
 * The one logger (CHK20). Bodies and headers are never given to it. Of an error only its safe parts are kept, and each line passes a
 * filter for keys and personal data. Each line names its request and, where traces are exported, which span.
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
