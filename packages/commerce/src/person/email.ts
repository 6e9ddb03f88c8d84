import { refused, valid, type CheckedField } from './issue.ts';
import { cleanEmail } from './pasted.ts';

const longest = { address: 254, local: 64 };

/** Checks an e-mail address; its value is in lower case, without what was pasted with it. */
export function checkEmail(text: string): CheckedField {
  const email = cleanEmail(text).toLowerCase();
  if (email === '') return refused('email_missing');
  if (!email.includes('@')) return refused('email_at');
  if (/\s/.test(email)) return refused('email_space');
  if (/[^\u0021-\u007e]/.test(email)) return refused('email_accent');
  const [local = '', domain = '', ...more] = email.split('@');
  if (!/[^.]\.[^.]/.test(domain) && more.length === 0) return refused('email_ending');
  const isAddress =
    more.length === 0 &&
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/.test(local) &&
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(domain);
  if (!isAddress || email.length > longest.address || local.length > longest.local) return refused('email_wrong');
  return valid(email);
}

/** The usual e-mail domains of Brazilian shoppers. */
const knownDomains = [
  'gmail.com',
  'hotmail.com',
  'hotmail.com.br',
  'outlook.com',
  'outlook.com.br',
  'yahoo.com',
  'yahoo.com.br',
  'icloud.com',
  'live.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'globo.com',
  'globomail.com',
  'protonmail.com',
];
/** Domains that look mistyped but exist. */
const genuine = new Set([
  'mail.com',
  'email.com',
  'ymail.com',
  'gmx.com',
  'rocketmail.com',
  'proton.me',
  'me.com',
  'msn.com',
]);
/** Common mistyped domains with their correction. */
const slips: Readonly<Record<string, string>> = {
  'gmail.com.br': 'gmail.com',
  'gmail.br': 'gmail.com',
  'icloud.com.br': 'icloud.com',
};

/** The address that was probably intended: `maria@gmial.com` → `maria@gmail.com`; undefined if the address looks right. */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (knownDomains.includes(domain) || genuine.has(domain)) return undefined;
  const better = slips[domain] ?? nearest(domain);
  return better && `${email.slice(0, at + 1)}${better}`;
}

/** The known domain at an edit distance of 1, or 2 for a long domain with the same first letter. */
function nearest(domain: string): string | undefined {
  const found = knownDomains
    .map((candidate) => ({ candidate, slips: slipsBetween(domain, candidate) }))
    .filter(({ candidate, slips }) => slips <= (candidate[0] === domain[0] && candidate.length > 8 ? 2 : 1))
    .sort((one, other) => one.slips - other.slips)[0];
  return found?.candidate;
}

/** The number of letters left out, added, changed, or swapped with their neighbour. */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const cells = [row];
    for (let column = 1; column <= other.length; column++) {
      const changed = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      cells[column] = Math.min(
        rows[row - 1]![column]! + 1,
        cells[column - 1]! + 1,
        rows[row - 1]![column - 1]! + changed,
        isSwap ? rows[row - 2]![column - 2]! + 1 : Infinity,
      );
    }
    rows.push(cells);
  }
  return rows[one.length]![other.length]!;
}
