/** An SMS as Zenvia is asked to send it. */
export const payloadOf = (from: string, to: string, text: string): object => ({
  from,
  to,
  contents: [{ type: 'text', text }],
});
