import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled, type SettingsForm } from '../../../base/settings-form.ts';

const settings = z.strictObject({
  user: labelled(
    z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^[!-9;-~]+$/, 'letters and digits without spaces and colons'),
    localized('Usuário do Meu Correios', 'User of Meu Correios'),
  ),
  card: labelled(
    z
      .string()
      .trim()
      .regex(/^\d{6,12}$/, '6 to 12 digits'),
    localized('Cartão de postagem', 'Posting card'),
    localized('O número do cartão do seu contrato.', 'The card’s number of your contract.'),
  ),
  services: labelled(
    z
      .string()
      .trim()
      .regex(/^\d{5}(,\d{5}){0,4}$/, 'codes of five digits with commas between')
      .default('03298,03220'),
    localized('Códigos dos serviços', 'Codes of the services'),
    localized(
      'Até 5, com vírgula, como estão no contrato. PAC costuma ser 03298 e Sedex 03220.',
      'Up to 5, with commas, as in the contract. PAC is usually 03298 and Sedex 03220.',
    ),
  ),
});

const credentials = z.strictObject({
  accessCode: labelled(
    z
      .string()
      .trim()
      .min(8)
      .max(200)
      .regex(/^[!-~]+$/, 'letters and digits without spaces'),
    localized('Código de acesso a APIs', 'Access code for APIs'),
  ),
});

/** A store's contract with Correios. */
export const correiosForm = { settings, credentials } satisfies SettingsForm;

/** The settings of an account. */
export type CorreiosSettings = z.infer<typeof settings>;
