/** The limits of an event (COM6). Lengths count Unicode code points. */
export const eventLimits = {
  /** UTF-8 bytes of the whole body. */
  bodyBytes: 256 * 1024,
  id: 200,
  number: 100,
  status: 100,
  method: 50,
  text: 500,
  url: 2_000,
  /** A PIX code; BR Code itself allows 512. */
  pix: 1_000,
  items: 100,
  quantity: 1_000_000,
  days: 3_650,
} as const;
