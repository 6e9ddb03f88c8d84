import type { Page } from '@playwright/test';

/** Wraps each text of the page in two `font` elements, as a browser does when it translates a page. */
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
