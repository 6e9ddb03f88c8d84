/** JSON with numbers beyond 2^53, which are written as texts with an `n` at the end: `{ id: '820982911946154508n' }`. */
export const jsonText = (value: unknown): string => JSON.stringify(value).replace(/"(\d+)n"/g, '$1');
