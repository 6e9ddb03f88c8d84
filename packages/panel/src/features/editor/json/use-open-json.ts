import { useNavigate } from '@tanstack/react-router';
import { useDocumentStore } from '../state/document-provider.tsx';

/** Opens the JSON view at the line of a path, such as `steps[1].data`. */
export function useOpenJson(): (path: string) => void {
  const { store } = useDocumentStore();
  const navigate = useNavigate();
  return (path) => {
    store.set({ jsonPath: { path } });
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, view: 'json' }),
      replace: true,
    });
  };
}
