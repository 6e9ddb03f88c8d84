import { exampleSource, type ExampleKind, type MetatagSource } from '@retoma/flow';
import { createContext, useContext, useMemo } from 'react';
import { useDocument } from '../../state/flow-document.ts';
import type { RealExample } from './recent-events.ts';

/** Whose data previews show: those of a made-up shopper, or of what really happened. */
export type Chosen = ExampleKind | RealExample;

/** The choice for all previews of an editor; `ExampleProvider` holds it. */
export const ExampleContext = createContext<{ chosen: Chosen; choose: (chosen: Chosen) => void } | undefined>(
  undefined,
);

/** What previews are made of. */
export type Example = {
  chosen: Chosen;
  choose: (chosen: Chosen) => void;
  source: MetatagSource;
  /** How the service names it: a kind, or the id of an event. */
  key: string;
};

/** The example of the editor around. What happened under another trigger than the draft has now is no example of it. */
export function useExample(): Example {
  const around = useContext(ExampleContext);
  if (!around) throw new Error('there is no example around');
  const { flow } = useDocument();
  const { choose } = around;
  const isOfAnother = typeof around.chosen === 'object' && around.chosen.trigger !== flow.trigger_event;
  const chosen = isOfAnother ? 'complete' : around.chosen;
  return useMemo(
    () =>
      typeof chosen === 'string'
        ? { chosen, choose, source: exampleSource(chosen), key: chosen }
        : { chosen, choose, source: chosen.data, key: chosen.event.eventId },
    [chosen, choose],
  );
}
