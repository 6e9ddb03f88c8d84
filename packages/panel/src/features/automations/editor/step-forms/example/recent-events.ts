import type { RunData, Trigger } from '@retoma/flow';
import { useState } from 'react';
import { call, type ApiResponse } from '../../../../../api/call.ts';
import { useApiQuery } from '../../../../../api/query.ts';
import { useFormats } from '../../../../../ui/format/formats.ts';
import { notifyError } from '../../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../../ui/texts.ts';
import { useStore } from '../../../../../ui/use-store.ts';
import { exampleTexts } from './texts.ts';

const route = 'GET /panel/api/stores/:storeId/events';

/** A recent event of the store. */
export type RecentEvent = ApiResponse<typeof route>['events'][number];

/** An event with the data that a run reads, as of the time when it was chosen. */
export type RealExample = { trigger: Trigger; event: RecentEvent; data: RunData };

/** The latest events of the store, for members who may see shoppers. */
export type RecentEvents = {
  /** The events to choose from, including the chosen one. */
  events: RecentEvent[];
  /** Whether the events were requested and loaded. */
  isKnown: boolean;
  /** Whether the member may see shoppers. */
  isOffered: boolean;
  /** Loads the events. Names of shoppers are fetched only when the member opens the select. */
  ask: () => void;
  /** Reads one complete event; shows the error and returns undefined on failure. */
  read: (eventId: string) => Promise<RealExample | undefined>;
  isReading: boolean;
};

/** The newest events of a trigger; `picked` is always among them, even when it is older. */
export function useRecentEvents(trigger: Trigger, picked: RealExample | undefined): RecentEvents {
  const { storeId, can } = useStore();
  const [isRequested, setRequested] = useState(false);
  const [isReading, setReading] = useState(false);
  const isOffered = can('seeShoppers');
  const ask = { params: { storeId }, query: { type: trigger } };
  const { data } = useApiQuery(route, ask, { enabled: isRequested && isOffered });
  const newest = data?.events ?? [];
  const isOlder = picked && newest.every(({ eventId }) => eventId !== picked.event.eventId);
  return {
    events: isOlder ? [picked.event, ...newest] : newest,
    isKnown: data !== undefined,
    isOffered,
    ask: () => setRequested(true),
    isReading,
    async read(eventId) {
      setReading(true);
      try {
        const { event } = await call(`${route}/:eventId`, { params: { storeId, eventId } });
        const { data, ...summary } = event;
        return { trigger, event: summary, data };
      } catch (error) {
        notifyError(error as Error);
        return undefined;
      } finally {
        setReading(false);
      }
    },
  };
}

/** `Pedido #1042 · Ana Lima · há 4 min`. */
export function useEventLabel(): (event: RecentEvent, trigger: Trigger) => string {
  const t = useTexts(exampleTexts);
  const { ago } = useFormats();
  return ({ order, name, at }, trigger) => {
    const without = trigger === 'cart.abandoned' ? t.cart : trigger === 'lead.created' ? t.lead : t.event;
    return [order ? t.order(order.replace(/^#/, '')) : without, name, ago(at)].filter(Boolean).join(' · ');
  };
}
