import type { Flow, Step } from '@retoma/flow';

// 50 root steps, 300 steps in all: delays, sends through every channel, branches, retries and loops.

const check = (at: number, pending: Step[]): Step => ({
  type: 'condition',
  id: `ver-${at}`,
  branches: [
    {
      id: `ver-${at}-pago`,
      label: 'Já pagou',
      conditions: [{ field: 'payment_status', operator: '=', value: 'paid' }],
      steps: [{ type: 'end', id: `fim-${at}` }],
    },
    {
      id: `ver-${at}-pendente`,
      label: 'Ainda não pagou',
      operator: 'AND',
      conditions: [
        { field: 'payment_status', operator: 'in', value: ['pending', 'processing'] },
        { field: 'order.total', operator: '>=', value: 5000 },
      ],
      steps: pending,
    },
  ],
});

const group = (at: number): Step[] => [
  {
    type: 'delay',
    id: `espera-${at}`,
    minutes: 30 + at,
    onNext: [
      { type: 'delay', id: `mais-${at}`, minutes: 5 },
      { type: 'delay', id: `ainda-${at}`, minutes: 5 },
    ],
  },
  check(at, [
    {
      type: 'action',
      id: `zap-${at}`,
      name: 'send_whatsapp',
      data: {
        type: 'button-actions',
        message: 'Oi, {{customer.name}}! Seu pedido {{order.id}} de {{order.total}} está separado. {{order.pix_code}}',
        buttonActions: [{ id: '1', type: 'URL', label: 'Pagar agora', url: '{{order.url_pix_gerado}}' }],
        footer: '{{store.name}}',
      },
      onResponse: [{ type: 'delay', id: `resposta-${at}`, minutes: 1 }],
    },
    {
      type: 'retry',
      id: `tentar-${at}`,
      maxAttempts: 3,
      delayBetweenAttempts: 10,
      steps: [
        {
          type: 'action',
          id: `sms-${at}`,
          name: 'send_sms',
          data: { message: '{{store.name}}: seu PIX está em {{order.url_pix_gerado}}' },
        },
      ],
    },
    {
      type: 'loop',
      id: `repetir-${at}`,
      maxIterations: 2,
      condition: { field: 'payment_status', operator: '!=', value: 'paid' },
      steps: [
        {
          type: 'action',
          id: `mail-${at}`,
          name: 'send_email',
          data: {
            remetente_nome: 'Loja da Ana',
            remetente_email: 'oi@lojadaana.example',
            subject: 'Seu PIX vence hoje, {{customer.name}}',
            html: '<p>Oi, {{customer.name}}!</p><p>Falta só o pagamento de {{order.total}}.</p>{{order.pix_qr_code}}',
          },
        },
        { type: 'delay', id: `pausa-${at}`, minutes: 60 },
      ],
    },
  ]),
];

/** A valid nested flow with 50 steps at the root and 300 in all. */
export function largeFlow(): Flow {
  const steps = Array.from({ length: 25 }, (_, at) => group(at)).flat();
  return { name: 'Recuperar PIX com insistência', trigger_event: 'pix.generated', steps };
}

/** A valid flat flow that keeps the topology rules, with 50 steps at the root and 300 in all. */
export function largeFlatFlow(): Flow {
  const steps: Step[] = [];
  const inside = (id: string): Step[] =>
    Array.from({ length: 10 }, (_, index): Step => ({ type: 'delay', id: `${id}-${index}`, minutes: 5 }));
  const rule = (value: string) => [{ field: 'payment_status', operator: '=', value }] as const;
  for (let at = 0; at < 10; at++) {
    const [paid, pending] = [`ver-${at}-pago`, `ver-${at}-pendente`];
    steps.push(
      {
        type: 'condition',
        id: `ver-${at}`,
        nextId: `fim-${at}`,
        branches: [
          { id: paid, label: 'Pago', conditions: rule('paid') },
          { id: pending, label: 'Pendente', conditions: rule('pending') },
        ],
      },
      { type: 'end', id: `fim-${at}`, parentId: paid },
      {
        type: 'delay',
        id: `espera-${at}`,
        minutes: 30,
        parentId: pending,
        nextId: `zap-${at}`,
        onNext: inside(`e${at}`),
      },
      {
        type: 'action',
        id: `zap-${at}`,
        name: 'send_whatsapp',
        data: { type: 'text', message: 'Oi, {{customer.name}}! O código PIX é {{order.pix_code}}' },
        parentId: pending,
        nextId: `mais-${at}`,
        onNext: inside(`z${at}`),
      },
      {
        type: 'delay',
        id: `mais-${at}`,
        minutes: 5,
        parentId: pending,
        ...(at < 9 && { nextId: `ver-${at + 1}` }),
        onNext: at < 9 ? inside(`m${at}`).slice(0, 5) : inside(`m${at}`).slice(0, 4),
      },
    );
  }
  steps[49] = { type: 'end', id: 'fim', parentId: 'ver-9-pendente' };
  steps[48] = { ...steps[48]!, nextId: 'fim' };
  return { name: 'Recuperar PIX, formato plano', trigger_event: 'pix.generated', steps };
}
