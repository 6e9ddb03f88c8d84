import { expect, test } from 'vitest';
import { maskPersonal } from './mask-personal.ts';

test('[EDT5] personal data are removed from the question', () => {
  const typed =
    'A Marina (marina.souza+loja@exemplo.com.br, CPF 529.982.247-25 ou 52998224725, (11) 98765-4321, +55 11 98765 4321, cartão 4111 1111 1111 1111, CNPJ 12.ABC.345/01DE-35) reclamou.';
  const masked = maskPersonal(typed);
  for (const secret of ['marina.souza', '529.982', '52998224725', '98765', '4111', '12.ABC'])
    expect(masked).not.toContain(secret);
  expect(masked).toMatch(/\[e-mail\].*\[CPF\].*\[telefone\].*\[cartão\].*\[CNPJ\]/);
});

test('[EDT5] relevant values stay: minutes, prices, metatags, percentages, years', () => {
  const typed = 'Espere 1440 minutos, ofereça 10% até R$ 1.234,56 em 2026 para {{customer.first_name}} e 3 SMS de 160.';
  expect(maskPersonal(typed)).toBe(typed);
});
