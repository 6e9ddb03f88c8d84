/** The kinds of a PIX key (COM9). */
export type PixKeyKind = 'cpf' | 'cnpj' | 'email' | 'phone' | 'evp';

/**
 * The kind of a PIX key in the central bank's notation: CPF and CNPJ without punctuation and with valid check digits, e-mail and EVP in
 * lower case, phone as `+55`, area and nine digits. Undefined if the text is not a key.
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

/** Letters are valid from July 2026 on: the value of a character is its code minus that of `0`. */
function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || repeated.test(text)) return false;
  return text.endsWith(checkDigits(text.slice(0, 12), 9));
}

/** Two check digits modulo 11; the second also covers the first. Weights cycle from 2 to `highest`, from the right. */
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
