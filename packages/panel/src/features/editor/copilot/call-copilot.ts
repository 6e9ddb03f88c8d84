import { useEffect } from 'react';

const calls = new EventTarget();

/** Opens the copilot from wherever in the editor somebody asks for it. */
export const callCopilot = (): void => void calls.dispatchEvent(new Event('call'));

/** Hears whoever asks for the copilot. */
export function useCopilotCall(open: () => void): void {
  useEffect(() => {
    calls.addEventListener('call', open);
    return () => calls.removeEventListener('call', open);
  }, [open]);
}
