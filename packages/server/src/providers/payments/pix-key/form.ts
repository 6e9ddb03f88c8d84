import { buildBrCode, cleanEmail, cleanPasted, parseBrCode, pixKeyKind, localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled, type SettingsForm } from '../../../base/settings-form.ts';

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

/** A document with all of its punctuation: digits without it may as well be a phone. */
const punctuated = /^(?:\d{3}\.\d{3}\.\d{3}-\d{2}|[0-9a-z]{2}\.[0-9a-z]{3}\.[0-9a-z]{3}\/[0-9a-z]{4}-\d{2})$/i;

/** A typed or pasted key as the central bank writes it: `529.982.247-25` → `52998224725`, `+55 11 98765-4321` → `+5511987654321`. */
function cleanKey(text: string): string {
  const plain = cleanPasted(text);
  if (plain.includes('@')) return cleanEmail(plain).toLowerCase();
  if (plain.startsWith('+')) return plain.replace(/[ ()-]/g, '');
  if (punctuated.test(plain)) return plain.replace(/[./-]/g, '').toUpperCase();
  return /^[0-9a-f]{8}-/i.test(plain) ? plain.toLowerCase() : plain;
}

const settings = z.strictObject({
  key: labelled(
    z
      .string()
      .transform(cleanKey)
      .refine((key) => pixKeyKind(key) !== undefined, 'is not a PIX key as the central bank writes it'),
    localized('Chave PIX', 'PIX key'),
    localized(
      'CPF ou CNPJ, e-mail, telefone com +55 ou chave aleatória.',
      'CPF or CNPJ, e-mail, phone with +55, or a random key.',
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
