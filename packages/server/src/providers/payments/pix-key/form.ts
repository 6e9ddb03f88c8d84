import { buildBrCode, cleanEmail, cleanPasted, parseBrCode, pixKeyKind, localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../base/settings-form.ts';

/** Name and city in a code's character set: `São José` → `Sao Jose`; undefined: no character is left. */
function inCode(name: string, city: string): { name: string; city: string } | undefined {
  const built = buildBrCode({ kind: 'static', key: 'loja@loja.example', name, city, once: false });
  const parsed = built.ok ? parseBrCode(built.text) : undefined;
  return parsed?.ok ? { name: parsed.code.name, city: parsed.code.city } : undefined;
}

/** A text that is not empty in a code's character set. */
const legible = expecting(
  z
    .string()
    .trim()
    .max(100)
    .refine((text) => inCode(text, text) !== undefined, 'holds no letter that a PIX code can carry'),
  'Escreva com letras do alfabeto, até 100.',
  'Write it in Latin letters, up to 100.',
);

/** A document in its groups of characters, whatever is between them: digits without groups may as well be a phone. */
const document =
  /^(?:\d{3}[ .]\d{3}[ .]\d{3}[ .-]\d{2}|[0-9a-z]{2}[ .][0-9a-z]{3}[ .][0-9a-z]{3}[ ./][0-9a-z]{4}[ .-]\d{2})$/i;

/** A mobile phone in its groups of digits: `(11) 98765-4321`, `11 98765 4321`. Without groups, its digits may be a mistyped CPF. */
const phone = /^(?:\([1-9]{2}\) ?|[1-9]{2} )9\d{4}[ -]?\d{4}$/;

/** A typed or pasted key as the central bank writes it: `529.982.247-25` → `52998224725`, `+55 11 98765-4321` → `+5511987654321`. */
function cleanKey(text: string): string {
  const plain = cleanPasted(text);
  if (plain.includes('@')) return cleanEmail(plain).toLowerCase();
  if (plain.startsWith('+')) return plain.replace(/[ ()-]/g, '');
  if (phone.test(plain)) return `+55${plain.replace(/[ ()-]/g, '')}`;
  if (document.test(plain)) return plain.replace(/[ ./-]/g, '').toUpperCase();
  return /^[0-9a-f]{8}-/i.test(plain) ? plain.toLowerCase() : plain;
}

const settings = z.strictObject({
  key: labelled(
    expecting(
      z
        .string()
        .transform(cleanKey)
        .refine((key) => pixKeyKind(key) !== undefined, 'is not a PIX key as the central bank writes it'),
      'Não é uma chave PIX: confira os dígitos do CPF ou CNPJ, o e-mail, o telefone com DDD, como (11) 98765-4321, ou copie a chave aleatória inteira.',
      'This is not a PIX key: check the digits of CPF or CNPJ, the e-mail, the phone as (11) 98765-4321, or copy the whole random key.',
    ),
    localized('Chave PIX', 'PIX key'),
    localized(
      'CPF ou CNPJ, e-mail, telefone com DDD ou chave aleatória.',
      'CPF or CNPJ, e-mail, phone with its area code, or a random key.',
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
