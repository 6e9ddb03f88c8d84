import { Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, type ApiResponse } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ExportCsv } from '../../../ui/lists/export-csv.tsx';
import { Page } from '../../../ui/page.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ListControls, Listing } from '../lists/list-controls.tsx';
import '../../../ui/rows.css';
import { texts } from '../texts.ts';
import { NewLinkButton } from '../payment-link/new-link-button.tsx';
import { useFilter } from '../lists/use-filter.ts';
import { contactName, displayPhone } from '../contact-name.tsx';

type Contact = ApiResponse<'GET /panel/api/stores/:storeId/contacts'>['contacts'][number];

/** The people who left an e-mail or a phone, each once, who were seen last first. */
export function LeadsPage(): ReactNode {
  const t = useTexts(texts);
  const { storeId, can } = useStore();
  const filter = useFilter();
  const { search, before } = filter.values;
  const list = useApiQuery('GET /panel/api/stores/:storeId/contacts', { query: { search, before } });
  return (
    <Page
      title={t.leads}
      actions={
        can('seeShoppers') && (
          <ExportCsv
            name={t.leads.toLowerCase()}
            load={() =>
              call('GET /panel/api/stores/:storeId/contacts/export', { params: { storeId }, query: { search } })
            }
          />
        )
      }
    >
      {can('seeShoppers') && <ListControls filter={filter} searchHint={t.searchPeople} />}
      <Loaded query={list}>
        {({ contacts, ...page }) => (
          <Listing
            {...{ filter, page }}
            icon="person"
            nothing={t.noLeads}
            next={<NewLinkButton />}
            columns={[
              { label: t.shopper },
              { label: t.contact, visibleFrom: 'sm' },
              { label: t.orders, visibleFrom: 'sm', ta: 'right' },
              { label: t.checkouts, visibleFrom: 'sm', ta: 'right' },
              { label: t.lastSeen, ta: 'right' },
            ]}
            rows={contacts.map((contact) => (
              <ContactRow key={contact.orderId ?? contact.checkoutId} contact={contact} />
            ))}
          />
        )}
      </Loaded>
    </Page>
  );
}

function ContactRow({ contact }: { contact: Contact }): ReactNode {
  const { ago, number } = useStoreFormats();
  const { email, phone, orders, carts, at } = contact;
  const name = contactName(contact);
  const reached = [email, displayPhone(phone)].filter((one) => one !== null && one !== name);
  const count = (value: number): string => (value === 0 ? '—' : number(value));
  return (
    <Table.Tr className="listed-row">
      <Table.Td>
        <ContactLink contact={contact} />
        <Stack hiddenFrom="sm" gap={0}>
          {reached.map((one) => (
            <Text key={one} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {one}
            </Text>
          ))}
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {email && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
        )}
        {phone && (
          <Text size="sm" {...(email && { c: 'dimmed' })}>
            {displayPhone(phone)}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {count(orders)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {count(carts)}
      </Table.Td>
      <Table.Td ta="right">{at && ago(at)}</Table.Td>
    </Table.Tr>
  );
}

/** Opens the person's page or, without permission to see shoppers, their newest purchase. */
function ContactLink({ contact }: { contact: Contact }): ReactNode {
  const { storeId, can } = useStore();
  const { orderId, checkoutId } = contact;
  const name = contactName(contact);
  if (can('seeShoppers')) {
    const of = orderId === null ? { checkoutId: checkoutId ?? '' } : { orderId };
    return (
      <Link className="listed-link listed-name" to="/$storeId/customer" params={{ storeId }} search={of}>
        {name}
      </Link>
    );
  }
  if (orderId !== null)
    return (
      <Link className="listed-link" to="/$storeId/orders/$orderId" params={{ storeId, orderId }}>
        {name}
      </Link>
    );
  return (
    <Link
      className="listed-link"
      to="/$storeId/checkouts/$checkoutId"
      params={{ storeId, checkoutId: checkoutId ?? '' }}
    >
      {name}
    </Link>
  );
}
