type Step = Record<string, unknown>;

let last = 0;
const id = (kind: string): string => `${kind}-${++last}`;

const wait = (): Step => ({ type: 'delay', id: id('espera'), minutes: 30 });

const message = (handler: Step[] = []): Step => ({
  type: 'action',
  id: id('mensagem'),
  name: 'send_whatsapp',
  data: { type: 'text', message: 'Oi, {{customer.name}}! Seu pedido de {{order.total}} ainda espera por você.' },
  ...(handler.length > 0 && { onResponse: handler }),
});

const check = (inside: Step[]): Step => {
  const condition = id('conferir');
  const rule = (value: string): object => ({ field: 'payment_status', operator: '=', value });
  return {
    type: 'condition',
    id: condition,
    branches: [
      { id: `${condition}-paid`, label: 'Pago', conditions: [rule('paid')], steps: [{ type: 'end', id: id('fim') }] },
      { id: `${condition}-pending`, label: 'Pendente', conditions: [rule('pending')], steps: inside },
    ],
  };
};

/** An automation with a trunk at its limit: 50 steps in it, and 300 in branches and outputs. */
export function largeFlow(): object {
  last = 0;
  const trunk = Array.from({ length: 25 }, () => [
    wait(),
    check([message([message()]), wait(), check([message(), wait(), message([message()]), wait(), wait()])]),
  ]).flat();
  return { name: 'Automação de 350 passos', trigger_event: 'pix.generated', steps: trunk };
}
