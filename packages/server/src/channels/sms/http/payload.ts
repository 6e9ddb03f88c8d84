/** The body of the request to send an SMS. `id`: the same for every attempt. */
export const payloadOf = ({
  id,
  number,
  text,
  sender,
}: {
  readonly id: string;
  readonly number: string;
  readonly text: string;
  readonly sender: string | undefined;
}): object => ({ id, to: `+${number}`, text, ...(sender !== undefined && { sender }) });
