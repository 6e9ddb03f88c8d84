import { useNavigate } from '@tanstack/react-router';
import { useEditorStore } from '../state/use-editor.ts';

/** Opens the JSON view at the line of a path, such as `steps[1].data`. */
export function useOpenJson(): (path: string) => void {
  const store = useEditorStore();
  const navigate = useNavigate();
  return (path) => {
    store.goToJson(path);
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, view: 'json' }),
      replace: true,
    });
  };
}
