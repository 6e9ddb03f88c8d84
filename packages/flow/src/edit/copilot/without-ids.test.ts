import { expect, test } from 'vitest';
import type { Flow } from '../../definition/flow.ts';
import { withoutIds } from './without-ids.ts';

const flow: Flow = {
  name: 'Recuperar',
  trigger_event: 'pix.generated',
  steps: [
    { type: 'delay', id: 'w1', minutes: 30 },
    {
      type: 'condition',
      id: 'c1',
      branches: [
        {
          id: 'vazio',
          label: 'Ainda não pagou',
          conditions: [{ field: 'payment_status', operator: '=', value: 'pending' }],
          steps: [{ type: 'end', id: '7' }],
        },
      ],
    },
  ],
};

test.each([
  ['Cria depois de w1 (c1, vazio), id 01a2b3c4-0000-4000-8000-0123456789ab.', 'Cria depois de “Espera 30 minutos”.'],
  ['Muda o passo `w1` e o ramo vazio', 'Muda o passo “Espera 30 minutos” e o ramo “Ainda não pagou”'],
  ['Muda o caminho vazio', 'Muda o caminho “Ainda não pagou”'],
  ['Depois de trigger-0, id: c1', 'Depois de “PIX gerado”, “Escolhe: Ainda não pagou”'],
  ['Espera 7 dias e não deixa vazio o texto (7)', 'Espera 7 dias e não deixa vazio o texto'],
  ['Manda um lembrete 10 minutos depois, só para quem não pagou.', undefined],
])('[DEF10] %s', (text, expected) => {
  expect(withoutIds([flow], 'pt-BR')(text)).toBe(expected ?? text);
});
