import type { ApiResponse } from '../../../../api/call.ts';
import type { IconName } from '../../../../ui/icons.tsx';

/** One run, as the service returns it. */
export type Run = ApiResponse<'GET /panel/api/stores/:storeId/runs/:runId'>['run'];

/** One row of a timeline. Instants are in milliseconds. */
export type TimelineRow = {
  key: string;
  at: number;
  tone: 'done' | 'event' | 'now' | 'failed';
  icon: IconName;
  title: string;
  /** Shown after the title: the branch that a condition took. */
  way?: string;
  detail?: string;
  /** The values that a condition read, and why the other branches were not taken. */
  seen?: string;
  untaken?: readonly string[];
  /** `duration`: in milliseconds. `until`: the end of a wait that has not ended. */
  duration?: number;
  until?: number;
  /** The path of the step, if the row belongs to one. `message`: the key of the message. */
  path?: string;
  message?: string;
  /** Whether the row belongs to an event handler of a message. */
  isAside?: boolean;
};
