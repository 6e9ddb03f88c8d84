/** How long a run waits between its two sends: `baseMs`, plus up to `spreadMs` more, spread evenly over the events. */
export type Delay = { baseMs: number; spreadMs: number };

/** The delay of one event's run, in milliseconds. The factor scatters consecutive events, so that timers do not fall due in order. */
export const delayOf = (event: number, { baseMs, spreadMs }: Delay): number => baseMs + ((event * 7919) % spreadMs);

/** The data of an event: about 334 bytes as JSON. */
export type Payload = ReturnType<typeof payloadOf>;

/** The payload of the event with that number. */
export const payloadOf = (event: number) => ({
  event,
  customer: { name: 'Maria Souza Lima', email: `maria.${event}@cliente.example`, phone: '+5511987654321' },
  order: { number: 100_000 + event, total: 18_990, status: 'pending', url: 'https://pay.loja.example/pay/3f0c9a52' },
  store: { name: 'Pães & Doces', domain: 'loja.example' },
  items: [{ title: 'Camiseta de algodão', quantity: 2 }],
});
