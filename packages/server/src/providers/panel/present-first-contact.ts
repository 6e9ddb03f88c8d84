import type { Locale } from '@retoma/flow';
import type { z } from 'zod';
import { firstContactFindings } from '../first-contact/codes.ts';
import type { FirstContact } from '../first-contact/read-first-contact.ts';
import type { firstContactView } from '../connections/form-field.ts';

/** COM43: the findings about one connection or account, as text. */
export const presentFindings = (
  contacts: readonly FirstContact[],
  id: string,
  locale: Locale,
): z.output<typeof firstContactView> =>
  (contacts.find((one) => one.id === id)?.findings ?? []).map(({ code, shapes }) => ({
    text: firstContactFindings[code][locale],
    shapes: [...shapes],
  }));
