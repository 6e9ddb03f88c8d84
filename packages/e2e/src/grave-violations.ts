import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';

/** A rule that axe rates serious or critical, with the elements that break it. */
export type GraveViolation = { rule: string; elements: { selector: string; html: string }[] };

/** Waits this long for a frame, in ms: a sandboxed frame runs no script and never answers. */
const answerTime = 1_000;

/** The violations on a page and in its frames that axe rates serious or critical. `exclude` is a selector of parts that are not checked. */
export async function graveViolations(page: Page, exclude: string[] = []): Promise<GraveViolation[]> {
  const main = page.mainFrame();
  await Promise.all(page.frames().map((frame) => (frame === main ? inject(frame) : injectIfAnswering(frame))));
  return page.evaluate(async (excluded) => {
    const { violations } = await window.axe.run({ exclude: excluded }, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({
        rule: id,
        elements: nodes.map(({ target, html }) => ({ selector: target.join(' '), html })),
      }));
  }, exclude);
}

/** Adds axe to a document that lacks it. Its source is large, so it is added once, not before each check. */
async function inject(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(axe.source);
}

async function injectIfAnswering(frame: Frame): Promise<void> {
  await Promise.race([inject(frame).catch(() => {}), new Promise((resolve) => setTimeout(resolve, answerTime))]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
