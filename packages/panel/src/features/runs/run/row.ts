import type { ApiResponse } from '../../../api/call.ts';
import type { IconName } from '../../../ui/icons.tsx';

/** One run, as the service returns it. */
export type Run = ApiResponse<'GET /panel/api/stores/:storeId/runs/:runId'>['run'];

/** One line of a timeline. Instants in milliseconds. */
export type TimelineRow = {
  key: string;
  at: number;
  tone: 'done' | 'event' | 'now' | 'failed';
  icon: IconName;
  title: string;
  /** Behind the title: the way that a condition took. */
  way?: string;
  detail?: string;
  /** The values that a condition read, and why no other branch matched. */
  seen?: string;
  untaken?: readonly string[];
  /** How long it took, in milliseconds; of what waits now: until when. */
  duration?: number;
  until?: number;
  /** The step, where it is of one; `#` and the pass where it is a message. */
  path?: string;
  message?: string;
  /** Of a list that waited for the customer. */
  isAside?: boolean;
};
