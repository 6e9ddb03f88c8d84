import { useEffect } from 'react';

const calls = new EventTarget();

/** Opens the copilot from any part of the editor. */
export const callCopilot = (): void => void calls.dispatchEvent(new Event('call'));

/** Subscribes to requests for the copilot. */
export function useCopilotCall(open: () => void): void {
  useEffect(() => {
    calls.addEventListener('call', open);
    return () => calls.removeEventListener('call', open);
  }, [open]);
}
