import { compile } from 'html-to-text';

/** The text of an HTML e-mail, for mail programs and filters that read plain text. The URL of a link follows its text. */
export const plainTextOf: (html: string) => string = compile({
  wordwrap: false,
  // Bounds, so that no text of a shopper makes this slow or overflows the stack.
  limits: { maxInputLength: 2_000_000, maxDepth: 100, ellipsis: '…' },
  formatters: {
    description: (element, _walk, builder) => {
      const alt = (element.attribs as Record<string, string | undefined>)['alt']?.trim();
      if (alt) builder.addInline(alt);
    },
  },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'description' },
    // Headings are not set in capitals, which look like shouting.
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});
