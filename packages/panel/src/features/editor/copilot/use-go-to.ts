import { goTo } from '../canvas/editing.tsx';
import { useDocumentStore } from '../state/document-provider.tsx';

/** Leads to a step: its card is brought into view and takes the focus. */
export function useGoTo(): (id: string) => void {
  const { store } = useDocumentStore();
  return (id) => goTo(store, id);
}
