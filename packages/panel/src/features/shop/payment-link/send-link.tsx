import { Button } from '@mantine/core';
import { checkPhone } from '@retoma/commerce/person';
import type { ReactNode } from 'react';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { Checkout } from '../labels.ts';
import { texts } from './texts.ts';

/** Opens WhatsApp or the e-mail program with a message that has the link. The member sends it themselves, so it is no automation. */
export function SendLink({ checkout }: { checkout: Checkout }): ReactNode {
  const t = useTexts(texts);
  const { name: store, can } = useStore();
  const { money } = useStoreFormats();
  if (!can('seeShoppers')) return null;
  const { person, items, total, link } = checkout;
  const names = items.map(({ quantity, title }) => (quantity === 1 ? title : `${quantity}x ${title}`)).join(', ');
  const firstName = person.name?.trim().split(/\s+/)[0] || null;
  const text = encodeURIComponent(t.message(firstName, store, names, money(total), link));
  const subject = encodeURIComponent(t.subject(store));
  return (
    <>
      <Button
        component="a"
        href={`https://wa.me/${whatsappNumber(person.phone)}?text=${text}`}
        target="_blank"
        rel="noreferrer"
        variant="default"
        leftSection={<Icon name="whatsapp" size={16} />}
      >
        {t.sendWhatsapp}
      </Button>
      <Button
        component="a"
        href={`mailto:${encodeURIComponent(person.email ?? '')}?subject=${subject}&body=${text}`}
        variant="default"
        leftSection={<Icon name="email" size={16} />}
      >
        {t.sendEmail}
      </Button>
    </>
  );
}

/** The digits that WhatsApp expects; empty without a phone, and WhatsApp then asks to whom. */
function whatsappNumber(phone: string | null): string {
  const checked = checkPhone(phone ?? '');
  return checked.ok ? checked.value.slice(1) : '';
}
