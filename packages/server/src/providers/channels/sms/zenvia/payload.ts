/** The body of Zenvia's request to send an SMS. */
export const payloadOf = (from: string, to: string, text: string): object => ({
  from,
  to,
  contents: [{ type: 'text', text }],
});
