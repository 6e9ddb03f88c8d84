/** The kinds of a PIX key (COM9). */
export type PixKeyKind = 'cpf' | 'cnpj' | 'email' | 'phone' | 'evp';

/**
 * What kind of key a text is, written as the central bank stores it: CPF and CNPJ without punctuation and with the right check
 * digits, e-mail and EVP in lower case, phone as `+55`, area and nine digits. Undefined if it is none.
 */
export function pixKeyKind(text: string): PixKeyKind | undefined {
  if (isCpf(text)) return 'cpf';
  if (isCnpj(text)) return 'cnpj';
  if (/^\+55[1-9][1-9]9\d{8}$/.test(text)) return 'phone';
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return 'evp';
  if (text.length <= 77 && /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text)) return 'email';
  return undefined;
}

/** Repeated digits pass the checksum, but are not valid numbers. */
const repeated = /^(.)\1*$/;

function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || repeated.test(text)) return false;
  return text.endsWith(checkDigits(text.slice(0, 9), 11));
}

/** Letters count too, from July 2026 on: a character is worth its code less that of `0`. */
function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || repeated.test(text)) return false;
  return text.endsWith(checkDigits(text.slice(0, 12), 9));
}

/** Two digits mod 11, the second over the first too; weights from 2 to `highest` from the right, again and again. */
function checkDigits(body: string, highest: number): string {
  const digitOf = (text: string): number => {
    const worth = (character: string): number => character.charCodeAt(0) - 48;
    const sum = Array.from(text)
      .reverse()
      .reduce((sum, character, index) => sum + worth(character) * (2 + (index % (highest - 1))), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const first = digitOf(body);
  return `${first}${digitOf(body + first)}`;
}
