import type { Page } from '@playwright/test';

/** Puts every text of the page into two `font` elements, as the translation of a browser does. */
export const translateTexts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.parentElement?.closest('script, style, noscript, textarea, font')) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      text.replaceWith(outer);
      inner.append(text);
      outer.append(inner);
    }
  });
