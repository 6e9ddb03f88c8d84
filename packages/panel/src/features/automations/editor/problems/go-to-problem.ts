import { useEffect } from 'react';
import type { Problem } from './problems.ts';

const inPanel = 'aside [aria-invalid="true"]';
/** Includes the automation's name, which is in the header. */
const anyInvalid = `header [aria-invalid="true"], ${inPanel}`;

/**
 * Opens the step of a problem and focuses its first invalid field. The step's panel loads as a chunk, and the closing problem list restores
 * the focus: this waits for both, until the user presses a key or the pointer.
 */
export function goToProblem(select: (id: string) => void, { stepId }: Problem): void {
  select(stepId);
  const until = performance.now() + 10_000;
  const waiting = new AbortController();
  for (const act of ['keydown', 'pointerdown'])
    window.addEventListener(act, () => waiting.abort(), { capture: true, signal: waiting.signal });
  const look = (): void => {
    const isCovered = document.querySelector('[role="dialog"]') !== null;
    const field = document.querySelector<HTMLElement>(stepId === 'trigger-0' ? anyInvalid : inPanel);
    if (waiting.signal.aborted) return;
    if (!field || isCovered) {
      if (performance.now() < until) requestAnimationFrame(look);
      return;
    }
    waiting.abort();
    field.focus();
  };
  requestAnimationFrame(look);
}

/** EDT8: F8 opens the first problem while a list of problems is open; otherwise the diagram handles the key. */
export function useProblemKey(isOpen: boolean, first: Problem | undefined, go: (problem: Problem) => void): void {
  useEffect(() => {
    if (!isOpen || !first) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      event.stopPropagation();
      go(first);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [isOpen, first, go]);
}
