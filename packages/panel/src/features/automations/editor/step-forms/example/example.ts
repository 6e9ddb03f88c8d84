import { exampleSource, type ExampleKind, type MetatagSource } from '@retoma/flow';
import { createContext, useContext, useMemo } from 'react';
import { useStore } from '../../../../../ui/use-store.ts';
import { useFlowDocument } from '../../state/flow-document.ts';
import type { RealExample } from './recent-events.ts';

/** The data of previews: an example shopper, or a real event. */
export type PickedExample = ExampleKind | RealExample;

/** The choice for all previews of an editor; `ExampleProvider` holds it. */
export const ExampleContext = createContext<
  { picked: PickedExample; choose: (picked: PickedExample) => void } | undefined
>(undefined);

/** The data of the previews, and how to choose them. */
export type Example = {
  picked: PickedExample;
  choose: (picked: PickedExample) => void;
  source: MetatagSource;
  /** The service's name for the example: its kind, or the id of an event. */
  key: string;
};

/**
 * The example of the surrounding editor. Throws outside of one. A real event of another trigger than the draft's is replaced by the
 * complete example.
 */
export function useExample(): Example {
  const context = useContext(ExampleContext);
  if (!context) throw new Error('there is no example around');
  const { flow } = useFlowDocument();
  const { name } = useStore();
  const { choose } = context;
  const isOfAnother = typeof context.picked === 'object' && context.picked.trigger !== flow.trigger_event;
  const picked = isOfAnother ? 'complete' : context.picked;
  return useMemo(
    () =>
      typeof picked === 'string'
        ? { picked, choose, source: exampleOf(picked, name), key: picked }
        : { picked, choose, source: picked.data, key: picked.event.eventId },
    [picked, choose, name],
  );
}

/** The values of an example, signed by the store. The long example keeps its long name. */
function exampleOf(kind: ExampleKind, storeName: string): MetatagSource {
  const example = exampleSource(kind);
  return (wanted) => (wanted === 'store.name' && kind !== 'long' ? storeName : example(wanted));
}
