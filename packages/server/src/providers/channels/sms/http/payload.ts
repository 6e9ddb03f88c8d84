/** The body of the request to send an SMS. `id`: the same for every attempt. */
export const payloadOf = (id: string, number: string, text: string, sender: string | undefined): object => ({
  id,
  to: `+${number}`,
  text,
  ...(sender !== undefined && { sender }),
});
