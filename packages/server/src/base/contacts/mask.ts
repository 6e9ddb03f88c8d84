// Masked data of shoppers, for members without permission to see them: enough to distinguish two shoppers, too little to contact one
// (AUT5).

/** `ma•••@exemplo.com.br`; for a short name its first letter. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const visible = Array.from(email.slice(0, Math.max(at, 0))).slice(0, at > 3 ? 2 : 1);
  return at < 1 ? '•••' : `${visible.join('')}•••${email.slice(at)}`;
}

/** `(11) 9••••-4821`; for a foreign number of more than 7 digits its last four digits. */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const foreign = phone.trim().startsWith('+') && !digits.startsWith('55');
  const [, area, ninth = ''] = (!foreign && /^(?:55)?([1-9][1-9])(9?)\d{8}$/.exec(digits)) || [];
  if (area !== undefined) return `(${area}) ${ninth}••••-${digits.slice(-4)}`;
  return `••••${digits.length > 7 ? digits.slice(-4) : ''}`;
}

/** `Marina S.`; `M. S.` without permission to see shoppers. */
export function maskedName(name: string, maySee: boolean): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const initial = (word: string): string => `${Array.from(word)[0] ?? ''}.`;
  const last = rest.at(-1);
  return `${maySee ? first : initial(first)}${last === undefined ? '' : ` ${initial(last).toUpperCase()}`}`;
}

/** An address of a channel, masked. */
export const maskedAddress = (address: string): string =>
  address.includes('@') ? maskedEmail(address) : maskedPhone(address);

/** `•••.982.•••-••`, `••.••2.333/0001-••`; any other text is hidden completely. */
export function maskedDocument(document: string): string {
  const characters = document.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  if (characters.length === 11) return `•••.${characters.slice(3, 6)}.•••-••`;
  if (characters.length === 14) return `••.••${characters[4]}.${characters.slice(5, 8)}/${characters.slice(8, 12)}-••`;
  return hiddenText;
}

const hiddenText = '•••';
