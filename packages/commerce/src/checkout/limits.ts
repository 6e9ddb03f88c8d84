/** The limits of a checkout request (specification, Limits; decisions CHK2, CHK3). Lengths count Unicode code points. */
export const limits = {
  items: { min: 1, max: 100 },
  quantity: { min: 1, max: 999 },
  title: 500,
  description: 5000,
  imageUrl: 2000,
  token: 200,
  options: 20,
  /** The largest weight of an item. */
  grams: 1_000_000,
  /** The largest side of an item. */
  centimetres: 1_000,
  /** UTF-8 bytes of the JSON of one `metadata` object. */
  metadataBytes: 16_384,
  /** UTF-8 bytes of a request. The largest valid cart fits: 100 items, each with a full description and full metadata. */
  bodyBytes: 8 * 1024 * 1024,
  /** The number of violations in one response. */
  issues: 100,
  /** The number of characters of the caller's input that a message may repeat. */
  echo: 80,
} as const;
