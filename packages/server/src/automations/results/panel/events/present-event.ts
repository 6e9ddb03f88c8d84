import type { RecentEvent } from '../../../run-data/recent-events.ts';
import type { PanelAnswer } from '../../../../panel-contract.ts';

/** An event as a list shows it. */
export const presentEvent = ({
  eventId,
  at,
  order,
  name,
}: RecentEvent): PanelAnswer<'listEvents'>['events'][number] => ({ eventId, at: at.toISOString(), order, name });
