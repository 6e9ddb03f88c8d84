import { goTo } from '../canvas/editing.tsx';
import { useDocumentStore } from '../state/document-provider.tsx';

/** Returns a function that scrolls to the card of a step and focuses it. */
export function useGoTo(): (id: string) => void {
  const { store } = useDocumentStore();
  return (id) => goTo(store, id);
}
