import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../base/settings-form.ts';

const settings = z.strictObject({
  user: labelled(
    expecting(
      z
        .string()
        .trim()
        .min(1)
        .max(100)
        .regex(/^[!-9;-~]+$/, 'letters and digits without spaces and colons'),
      'O usuário do Meu Correios, sem espaços nem dois-pontos.',
      'The user of Meu Correios, without spaces and colons.',
    ),
    localized('Usuário do Meu Correios', 'User of Meu Correios'),
  ),
  card: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(/^\d{6,12}$/, '6 to 12 digits'),
      'De 6 a 12 números, como no contrato.',
      '6 to 12 digits, as in the contract.',
    ),
    localized('Cartão de postagem', 'Posting card'),
    localized('O número do cartão do seu contrato.', 'The card’s number of your contract.'),
  ),
  services: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(/^\d{5}(,\d{5}){0,4}$/, 'codes of five digits with commas between')
        .default('03298,03220'),
      'Códigos de 5 números, com vírgula e sem espaço: 03298,03220.',
      'Codes of 5 digits, with commas and without spaces: 03298,03220.',
    ),
    localized('Códigos dos serviços', 'Codes of the services'),
    localized(
      'Até 5, com vírgula, como estão no contrato. PAC costuma ser 03298 e Sedex 03220.',
      'Up to 5, with commas, as in the contract. PAC is usually 03298 and Sedex 03220.',
    ),
  ),
});

const credentials = z.strictObject({
  accessCode: labelled(
    expecting(
      z
        .string()
        .trim()
        .min(8)
        .max(200)
        .regex(/^[!-~]+$/, 'letters and digits without spaces'),
      'Copie inteiro, como o Meu Correios mostra: 8 letras e números ou mais, sem espaços.',
      'Copy it whole, as Meu Correios shows it: 8 characters or more, without spaces.',
    ),
    localized('Código de acesso a APIs', 'Access code for APIs'),
  ),
});

/** A store's contract with Correios. */
export const correiosForm = { settings, credentials } satisfies SettingsForm;

/** The settings of an account. */
export type CorreiosSettings = z.infer<typeof settings>;
