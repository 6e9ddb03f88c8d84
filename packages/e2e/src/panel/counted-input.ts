import type { Page } from '@playwright/test';

/** What a person did: presses of a pointer, and keys besides those of texts typed into fields. A held modifier counts as a key. */
export type CountedInput = { clicks: number; keys: number };

/** Counts, from now on, the clicks and keys that reach the page. The page counts them, so that no step of a test is left out. */
export async function countInput(page: Page): Promise<CountedInput> {
  const counted: CountedInput = { clicks: 0, keys: 0 };
  await page.exposeFunction('countInput', (kind: keyof CountedInput) => void counted[kind]++);
  await page.addInitScript(() => {
    const { countInput } = window as unknown as { countInput: (kind: 'clicks' | 'keys') => void };
    const isField = (target: EventTarget | null): boolean =>
      target instanceof HTMLElement &&
      (target.isContentEditable || target.matches('input:not([type=radio]), textarea'));
    addEventListener('pointerdown', () => countInput('clicks'), { capture: true });
    addEventListener(
      'keydown',
      ({ key, ctrlKey, target }) => {
        if (key.length > 1 || ctrlKey || !isField(target)) countInput('keys');
      },
      { capture: true },
    );
  });
  return counted;
}
