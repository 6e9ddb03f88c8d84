import { compile } from 'html-to-text';

/** The same words without HTML, for mail programs and filters that read them so. Addresses stand behind what leads to them. */
export const plainTextOf: (html: string) => string = compile({
  wordwrap: false,
  // Nothing that a shopper wrote makes this slow or overflows it.
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
    // Whole words in capitals look like shouting.
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});
