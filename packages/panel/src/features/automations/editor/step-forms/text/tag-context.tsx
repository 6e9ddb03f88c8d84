import type { Channel, TextKind, Trigger } from '@retoma/flow';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useLocale } from '../../../../../ui/locale.tsx';
import type { TagContext } from './tags-in.ts';

const TagScope = createContext<{ trigger: Trigger; channel: Channel }>({
  trigger: 'pix.generated',
  channel: 'whatsapp',
});

/** Provides the trigger and channel to the text fields inside. */
export function TagScopeProvider({
  trigger,
  channel,
  children,
}: {
  trigger: Trigger;
  channel: Channel;
  children: ReactNode;
}): ReactNode {
  const scope = useMemo(() => ({ trigger, channel }), [trigger, channel]);
  return <TagScope value={scope}>{children}</TagScope>;
}

/** The context of a text field of a kind. */
export function useTagContext(kind: TextKind): TagContext {
  const { locale } = useLocale();
  const scope = useContext(TagScope);
  return useMemo(() => ({ ...scope, kind, locale }), [scope, kind, locale]);
}
