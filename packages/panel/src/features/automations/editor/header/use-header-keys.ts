import { useEffect, useEffectEvent } from 'react';
import { shortcutOf } from '../../../../ui/format/shortcut.ts';

/** `publish`: undefined for members who may not edit. */
type HeaderKeys = { test: () => void; publish: (() => void) | undefined };

/**
 * Ctrl+Enter starts a test anywhere in the editor, except in fields and dialogs, which use it themselves. Ctrl+Shift+Enter opens the
 * publishing, in fields too.
 */
export function useHeaderKeys({ test, publish }: HeaderKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, shiftKey } = event;
    const { key, isCtrl, isAlt } = shortcutOf(event);
    if (key !== 'Enter' || !isCtrl || isAlt || event.defaultPrevented) return;
    const isHandled = (by: string): boolean => target instanceof Element && target.closest(by) !== null;
    const action = shiftKey ? publish : test;
    if (!action || isHandled(shiftKey ? '[role="dialog"]' : 'input, textarea, [contenteditable], [role="dialog"]'))
      return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
