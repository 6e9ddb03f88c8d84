import type { PaymentRefusal } from '@retoma/commerce';

/** The outcome of a test number: paid, paid after `slowMs`, in review until a person decides, or refused for that reason. */
export type SandboxCard = 'accepted' | 'slow' | 'review' | PaymentRefusal;

/** How long the bank of the outcome `slow` takes, in milliseconds: less than the timeout of a call to a provider. */
export const slowMs = 8_000;

/** The test number of each outcome, beginning with the most used. docs/payments.md lists them. No bank issues them, and all pass the Luhn check. */
const numbers: Record<SandboxCard, string> = {
  accepted: '4242424242424242',
  insufficient_funds: '4000000000009995',
  declined: '4000000000000002',
  card_disabled: '4000000000009979',
  review: '4000000000009235',
  slow: '4000000000000077',
  check_card_number: '4000000000001109',
  check_security_code: '4000000000000127',
  check_expiry: '4000000000000069',
  check_data: '4000000000001208',
  call_bank: '4000002500003155',
  not_confirmed: '4000008400001629',
  risk: '4100000000000019',
  installments_not_accepted: '4000000000001307',
  too_many_attempts: '4000000000006975',
  already_paid: '4000000000001406',
  unavailable: '4000000000000119',
};

/** All outcomes, in the order of the page. */
export const sandboxCards = Object.keys(numbers) as readonly SandboxCard[];

/** The test number of an outcome: 16 digits. It is what the form sends in place of a provider's token. */
export const sandboxNumberOf = (card: SandboxCard): string => numbers[card];

/** The outcome of a typed number; undefined: it is not a test number. */
export function sandboxCardOf(text: string): SandboxCard | undefined {
  const digits = text.replace(/[\s-]/g, '');
  return sandboxCards.find((card) => numbers[card] === digits);
}
