import { useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { checkEmail, checkPhone, personIssueText } from '@retoma/commerce/person';
import { useLocale, type Locale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

/** A number as its field holds it: empty until something is typed. */
type EnteredNumber = number | string;

/** One item as it is entered; `price` in reais. `key` identifies its row. */
type ItemValues = { key: string; title: string; quantity: EnteredNumber; price: EnteredNumber };

/** The form of a payment link. */
export type LinkForm = ReturnType<typeof useLinkForm>;

/** The form of a payment link, with one empty item. A contact is optional, but not a wrong one. */
export function useLinkForm() {
  const t = useTexts(texts);
  const { locale } = useLocale();
  return useForm({
    initialValues: { items: [newItem()], requiresShipping: true, name: '', email: '', phone: '' },
    validate: {
      items: {
        title: (title: string) => (title.trim() === '' ? t.needsName : null),
        quantity: (quantity: EnteredNumber) => (Number(quantity) >= 1 ? null : t.needsQuantity),
        price: (price: EnteredNumber) => (price === '' ? t.needsPrice : null),
      },
      email: (email: string) => issueIn(checkEmail, email, locale),
      phone: (phone: string) => issueIn(checkPhone, phone, locale),
    },
  });
}

/** What is wrong with an optional field of a person; null: nothing, or it is empty. */
function issueIn(check: typeof checkEmail, text: string, locale: Locale): string | null {
  const checked = check(text);
  return text.trim() === '' || checked.ok ? null : personIssueText(checked, locale);
}

/** An empty row. */
export const newItem = (): ItemValues => ({ key: randomId(), title: '', quantity: 1, price: '' });

/** Reais to cents; nothing typed is 0. */
export const centsOf = (reais: EnteredNumber): number => Math.round(Number(reais) * 100);
