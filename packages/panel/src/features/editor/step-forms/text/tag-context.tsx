import type { Channel, TextKind, Trigger } from '@retoma/flow';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useLocale } from '../../../../ui/locale.tsx';
import type { TagContext } from './tags-in.ts';

const Place = createContext<{ trigger: Trigger; channel: Channel }>({ trigger: 'pix.generated', channel: 'whatsapp' });

/** Says of which trigger and channel the texts inside are. */
export function TagPlace({
  trigger,
  channel,
  children,
}: {
  trigger: Trigger;
  channel: Channel;
  children: ReactNode;
}): ReactNode {
  const place = useMemo(() => ({ trigger, channel }), [trigger, channel]);
  return <Place value={place}>{children}</Place>;
}

/** Where a text of a kind stands. */
export function useTagContext(kind: TextKind): TagContext {
  const { locale } = useLocale();
  const place = useContext(Place);
  return useMemo(() => ({ ...place, kind, locale }), [place, kind, locale]);
}
