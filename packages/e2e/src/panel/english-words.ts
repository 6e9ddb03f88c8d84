import type { Page } from '@playwright/test';

/** Words that are frequent in English interfaces and are no words of Portuguese. */
const words =
  'the|this|that|there|and|or|of|with|your|you|not|is|are|was|please|toggle|close|open|select|loading|search|clear|show|hide|next|' +
  'previous|page|nothing|address|required|visibility|password|add|remove|delete|save|cancel|settings|unknown|failed|missing|flow|node|zoom (?:in|out)|fit view';

/**
 * The texts of a page that have English words: what is read on it, and the names that screen readers say. Code, and what people or
 * programs wrote, are left out: elements that are `code`, `pre`, or have `translate="no"`.
 */
export const englishTexts = (page: Page): Promise<string[]> =>
  page.evaluate((source) => {
    const english = new RegExp(`(?<![\\p{L}\\p{N}@./_-])(?:${source})(?![\\p{L}\\p{N}@./_-])`, 'iu');
    const texts: string[] = [];
    const isOthers = (element: Element): boolean =>
      element.closest('code, pre, script, style, [translate=no]') !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement && !isOthers(parentElement)) texts.push(textContent ?? '');
    }
    for (const element of document.querySelectorAll(
      '[aria-label], [title], [placeholder], [alt], [aria-roledescription]',
    )) {
      if (isOthers(element)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription']) {
        texts.push(element.getAttribute(name) ?? '');
      }
    }
    return texts.filter((text) => english.test(text));
  }, words);
