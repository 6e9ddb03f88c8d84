import { buildBrCode, parseBrCode, pixKeyKind } from '@retoma/commerce';
import { z } from 'zod';
import { labelled, type AccountForm } from '../settings-form.ts';

/** Name and city in a code's character set: `São José` → `Sao Jose`; undefined: no character is left. */
function inCode(name: string, city: string): { name: string; city: string } | undefined {
  const built = buildBrCode({ kind: 'static', key: 'loja@loja.example', name, city, once: false });
  const parsed = built.ok ? parseBrCode(built.text) : undefined;
  return parsed?.ok ? { name: parsed.code.name, city: parsed.code.city } : undefined;
}

/** A text that is not empty in a code's character set. */
const legible = (description: string) =>
  z
    .string()
    .trim()
    .max(100)
    .refine((text) => inCode(text, text) !== undefined, 'holds no letter that a PIX code can carry')
    .describe(description);

const settings = z.strictObject({
  key: labelled(
    z
      .string()
      .trim()
      .refine((key) => pixKeyKind(key) !== undefined, 'is no PIX key as the central bank writes it')
      .describe('CPF or CNPJ without punctuation, e-mail in lower case, phone as +5511987654321, or random key'),
    { 'pt-BR': 'Chave PIX', en: 'PIX key' },
    {
      'pt-BR': 'CPF ou CNPJ sem pontos, e-mail, telefone com +55 ou chave aleatória.',
      en: 'CPF or CNPJ without dots, e-mail, phone with +55, or a random key.',
    },
  ),
  name: labelled(
    legible('The account holder, as the bank shows it; a code carries its first 25 characters'),
    { 'pt-BR': 'Nome do titular', en: 'Account holder' },
    { 'pt-BR': 'Como o banco mostra.', en: 'As the bank shows it.' },
  ),
  city: labelled(legible('City of the account holder; a code carries its first 15 characters'), {
    'pt-BR': 'Cidade do titular',
    en: 'City of the holder',
  }),
});

/** The account form of a store's own PIX key. It contains no secret. */
export const pixKeyForm = { settings, credentials: z.strictObject({}) } satisfies AccountForm;
