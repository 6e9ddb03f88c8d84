import { checkPhone, eventLimits, type EventData } from '@retoma/commerce';
import { cutText } from './read-json.ts';

/** What a platform says about a person. Texts in the order in which they are preferred; names are joined. */
export type WrittenPerson = {
  readonly id?: string | undefined;
  readonly names?: readonly (string | undefined)[];
  readonly emails?: readonly (string | undefined)[];
  readonly phones?: readonly (string | undefined)[];
  readonly documents?: readonly (string | undefined)[];
};

/** What shops write where a shopper said nothing. */
const placeholder = /^(?:n[ãa]o informad[oa]|n\/?[ad]|null|undefined|[\s().+-]*0[0\s().+-]*)$/i;
const placeholderEmail = /^(?:no-?reply|naoresponda)@|@naoinformado\.com(?:\.br)?$|\.invalid$/i;

/**
 * CON2: the person of an order or a cart; undefined: nothing is known. The phone is the first that is valid in Brazil, else the first, as it
 * was written: the digit 9 is neither added nor removed.
 */
export function readPerson(written: WrittenPerson): NonNullable<EventData['customer']> | undefined {
  const name = stated(written.names).join(' ');
  const email = stated(written.emails).find((one) => one.includes('@') && !placeholderEmail.test(one));
  const [document] = stated(written.documents);
  const phone = readFirstPhone(stated(written.phones));
  const person = {
    ...(name !== '' && { name: cutText(name, eventLimits.text) }),
    ...(email !== undefined && { email: cutText(email, eventLimits.text) }),
    ...(phone !== undefined && { phone: cutText(phone, eventLimits.text) }),
    ...(document !== undefined && { document: cutText(document, eventLimits.text) }),
  };
  if (Object.keys(person).length === 0) return undefined;
  return { ...(written.id !== undefined && { id: cutText(written.id, eventLimits.text) }), ...person };
}

function readFirstPhone(phones: readonly string[]): string | undefined {
  for (const phone of phones) {
    const checked = checkPhone(phone);
    if (checked.ok) return checked.value;
  }
  return phones[0];
}

const stated = (texts: readonly (string | undefined)[] = []): string[] =>
  texts.map((text) => text?.replace(/\s+/g, ' ').trim() ?? '').filter((text) => text !== '' && !placeholder.test(text));
