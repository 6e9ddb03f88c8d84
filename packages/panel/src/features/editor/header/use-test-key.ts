import { useEffect, useEffectEvent } from 'react';

/** Ctrl+Enter starts a test anywhere in the editor, except in fields and dialogs, which use it themselves. */
export function useTestKey(begin: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    const isHandled =
      event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], [role="dialog"]');
    if (isHandled) return;
    event.preventDefault();
    begin();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
