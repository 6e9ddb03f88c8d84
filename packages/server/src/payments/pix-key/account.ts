import { buildBrCode, parseBrCode, pixKeyKind } from '@retoma/commerce';
import { z } from 'zod';
import type { AccountForm } from '../settings-form.ts';

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
  key: z
    .string()
    .trim()
    .refine((key) => pixKeyKind(key) !== undefined, 'is no PIX key as the central bank writes it')
    .describe('CPF or CNPJ without punctuation, e-mail in lower case, phone as +5511987654321, or random key'),
  name: legible('The account holder, as the bank shows it; a code carries its first 25 characters'),
  city: legible('City of the account holder; a code carries its first 15 characters'),
});

/** The account form of a store's own PIX key. It contains no secret. */
export const pixKeyForm = {
  methods: ['pix'],
  settings,
  credentials: z.strictObject({}),
  hasWebhook: false,
} satisfies AccountForm;
