import { useEffect } from 'react';

const calls = new EventTarget();

/** Requests from any part of the editor that the copilot opens. */
export const callCopilot = (): void => void calls.dispatchEvent(new Event('call'));

/** Calls `open` when the copilot is requested. */
export function useCopilotCall(open: () => void): void {
  useEffect(() => {
    calls.addEventListener('call', open);
    return () => calls.removeEventListener('call', open);
  }, [open]);
}
