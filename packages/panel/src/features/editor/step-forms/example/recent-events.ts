import type { RunData, Trigger } from '@retoma/flow';
import { useState } from 'react';
import { call, type AnswerOf } from '../../../../api/call.ts';
import { useAsk } from '../../../../api/query.ts';
import { useFormats } from '../../../../ui/format/formats.ts';
import { notifyError } from '../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { exampleTexts } from './texts.ts';

const route = 'GET /panel/api/stores/:storeId/events';

/** Something that happened at the store lately. */
export type RecentEvent = AnswerOf<typeof route>['events'][number];

/** It, with what a run of it would read when it was chosen. */
export type RealExample = { trigger: Trigger; event: RecentEvent; data: RunData };

/** What happened at the store lately, for whoever may see its shoppers. */
export type RecentEvents = {
  /** What can be chosen, with what is chosen already. */
  events: RecentEvent[];
  /** Whether they were asked for and came. */
  isKnown: boolean;
  /** Whether whoever looks may be shown shoppers at all. */
  isOffered: boolean;
  /** Nobody's name is fetched before somebody wants to choose. */
  ask: () => void;
  /** Reads one whole; undefined where it could not be read, which is told. */
  read: (eventId: string) => Promise<RealExample | undefined>;
  isReading: boolean;
};

/** The newest events of a trigger; `chosen` is among them however old it became. */
export function useRecentEvents(trigger: Trigger, chosen: RealExample | undefined): RecentEvents {
  const { storeId, can } = useStore();
  const [isAsked, setAsked] = useState(false);
  const [isReading, setReading] = useState(false);
  const isOffered = can('seeShoppers');
  const ask = { params: { storeId }, query: { type: trigger } };
  const { data } = useAsk(route, ask, { enabled: isAsked && isOffered });
  const newest = data?.events ?? [];
  const isOlder = chosen && newest.every(({ eventId }) => eventId !== chosen.event.eventId);
  return {
    events: isOlder ? [chosen.event, ...newest] : newest,
    isKnown: data !== undefined,
    isOffered,
    ask: () => setAsked(true),
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
