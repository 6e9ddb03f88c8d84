import { Button, CopyButton, Group, Text } from '@mantine/core';
import { formatDocument } from '@retoma/commerce/person';
import { useEffect, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { CustomerLink } from '../../../ui/customer-link.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { displayPhone } from '../contact-name.tsx';
import type { Order } from '../labels.ts';
import { Part } from '../purchase-parts.tsx';
import { texts } from './texts.ts';

type ContactField = Order['hidden'][number];

/** For how long a hidden contact is shown, in milliseconds. */
const shownMs = 60_000;

/** AUT5: who bought an order, and where it goes. What this member may only see on request is masked. */
export function Contacts({ order }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const { orderId, person, document, hidden, address } = order;
  const isCompany = (document ?? '').includes('/');
  const fields: readonly [ContactField, string, string | null][] = [
    ['phone', t.phone, hidden.includes('phone') ? person.phone : displayPhone(person.phone)],
    ['email', t.email, person.email],
    ['document', document === null ? t.document : isCompany ? t.cnpj : t.cpf, document],
  ];
  const hasPage = person.email !== null || person.phone !== null;
  return (
    <Part title={t.customer}>
      {person.name !== null && (
        <ContactFact name={t.name}>
          {hasPage ? <CustomerLink of={{ orderId }}>{person.name}</CustomerLink> : person.name}
        </ContactFact>
      )}
      {fields.map(([field, name, value]) =>
        value === null ? null : (
          <OrderContact key={field} {...{ orderId, field, name, value }} isHidden={hidden.includes(field)} />
        ),
      )}
      {address.length > 0 && (
        <ContactFact name={t.address}>
          {address.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </ContactFact>
      )}
      {hidden.length > 0 && (
        <Text size="xs" c="dimmed">
          {t.isLogged}
        </Text>
      )}
    </Part>
  );
}

const ContactFact = ({ name, children }: { name: string; children: ReactNode }): ReactNode => (
  <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="div">{children}</Text>
  </div>
);

type OrderContactProps = { orderId: string; field: ContactField; name: string; value: string; isHidden: boolean };

/** One contact: with a button that copies it, or one that shows it for a minute. */
function OrderContact({ orderId, field, name, value, isHidden }: OrderContactProps): ReactNode {
  const t = useTexts(texts);
  const { data, isPending, mutate, reset } = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/contact', {
    onError: notifyError,
  });
  const shown = data?.value ?? null;
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(reset, shownMs);
    return () => clearTimeout(timer);
  }, [shown, reset]);
  const text = shown === null ? value : formatted(field, shown);
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <ContactFact name={name}>{text}</ContactFact>
      {isHidden && shown === null ? (
        <Button
          variant="subtle"
          size="xs"
          flex="none"
          loading={isPending}
          aria-label={t.showWhat(name)}
          onClick={() => mutate({ params: { orderId }, body: { field } })}
        >
          {t.show}
        </Button>
      ) : (
        (shown !== null || !text.includes('•')) && (
          <CopyButton value={text} timeout={3_000}>
            {({ copied, copy }) => (
              <Button
                variant="subtle"
                size="xs"
                flex="none"
                leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
                aria-label={copied ? t.copied : t.copyWhat(name)}
                onClick={copy}
              >
                {copied ? t.copied : t.copy}
              </Button>
            )}
          </CopyButton>
        )
      )}
    </Group>
  );
}

/** A contact as people write it: `529.982.247-25`, `(11) 98765-4821`. */
function formatted(field: ContactField, value: string): string {
  if (field === 'phone') return displayPhone(value) ?? value;
  return field === 'document' ? formatDocument(value) : value;
}
