import type { Channel } from '@retoma/flow';

/** The connection that an update is about. */
export type ReportingConnection = {
  readonly connectionId: string;
  readonly storeId: string;
  readonly channel: Channel;
};
