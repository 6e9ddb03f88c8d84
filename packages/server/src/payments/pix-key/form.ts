import { buildBrCode, parseBrCode, pixKeyKind, localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled, type SettingsForm } from '../../platform/settings-form.ts';

/** Name and city in a code's character set: `São José` → `Sao Jose`; undefined: no character is left. */
function inCode(name: string, city: string): { name: string; city: string } | undefined {
  const built = buildBrCode({ kind: 'static', key: 'loja@loja.example', name, city, once: false });
  const parsed = built.ok ? parseBrCode(built.text) : undefined;
  return parsed?.ok ? { name: parsed.code.name, city: parsed.code.city } : undefined;
}

/** A text that is not empty in a code's character set. */
const legible = z
  .string()
  .trim()
  .max(100)
  .refine((text) => inCode(text, text) !== undefined, 'holds no letter that a PIX code can carry');

const settings = z.strictObject({
  key: labelled(
    z
      .string()
      .trim()
      .refine((key) => pixKeyKind(key) !== undefined, 'is no PIX key as the central bank writes it'),
    localized('Chave PIX', 'PIX key'),
    localized(
      'CPF ou CNPJ sem pontos, e-mail, telefone com +55 ou chave aleatória.',
      'CPF or CNPJ without dots, e-mail, phone with +55, or a random key.',
    ),
  ),
  name: labelled(
    legible,
    localized('Nome do titular', 'Account holder'),
    localized('Como o banco mostra.', 'As the bank shows it.'),
  ),
  city: labelled(legible, localized('Cidade do titular', 'City of the holder')),
});

/** The account form of a store's own PIX key. It contains no secret. */
export const pixKeyForm = { settings, credentials: z.strictObject({}) } satisfies SettingsForm;
