import { Button, Group, Tabs, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Refused } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { Columns } from '../../../ui/columns.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { usePrivateSearch } from '../../../ui/use-private-search.ts';
import { ContactChannels } from './customer/contact-channels.tsx';
import { ContactFacts } from './customer/contact-facts.tsx';
import type { Customer, CustomerQuery } from './customer/customer.ts';
import { CustomerTimeline } from './customer/customer-timeline.tsx';
import { Explanation } from './customer/explanation.tsx';
import { PersonData } from './customer/person-data.tsx';
import { texts } from './customer/texts.ts';

/** One customer, found by a purchase or a run in the page's address, or by a contact that is typed. */
export function CustomerPage(): ReactNode {
  const t = useTexts(texts);
  const { orderId, checkoutId, runId } = useSearch({ strict: false }) as CustomerQuery;
  const { search } = usePrivateSearch();
  const of: CustomerQuery = { orderId, checkoutId, runId, search };
  const isNamed = Object.values(of).some((one) => one !== undefined);
  if (isNamed) return <Found key={JSON.stringify(of)} of={of} />;
  return (
    <Page title={t.customer}>
      <FindCustomer />
      <Empty icon="person" text={t.searchText} />
    </Page>
  );
}

/** Each read is written down (AUT6), so the page does not read again when it gets the focus. */
const readOnce = { staleTime: Infinity, refetchOnWindowFocus: false, retry: false } as const;

function Found({ of }: { of: CustomerQuery }): ReactNode {
  const t = useTexts(texts);
  const query = useApiQuery('GET /panel/api/stores/:storeId/customer', { query: of }, readOnce);
  const isUnknown = query.error instanceof Refused && query.error.status === 404;
  const { data } = query;
  const isUnknownContact = isUnknown || (data && data.events.length === 0 && data.orders === 0 && data.name === null);
  const title = isUnknownContact ? t.customer : (data?.name ?? data?.email ?? data?.phone ?? t.customer);
  return (
    <Page title={title}>
      {(of.search !== undefined || isUnknownContact) && <FindCustomer />}
      {isUnknown ? (
        <Empty icon="person" text={t.unknownContact} />
      ) : (
        <Loaded query={query} rows={8}>
          {(customer) => <CustomerBody of={of} customer={customer} isUnknownContact={isUnknownContact === true} />}
        </Loaded>
      )}
    </Page>
  );
}

type BodyProps = { of: CustomerQuery; customer: Customer; isUnknownContact: boolean };

function CustomerBody({ of, customer, isUnknownContact }: BodyProps): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const { orderId, checkoutId, runId } = of;
  return (
    <Columns
      main={
        isUnknownContact ? (
          <Empty icon="person" text={t.unknownContact} />
        ) : (
          <Tabs
            value={tab === 'why' ? 'why' : 'timeline'}
            keepMounted={false}
            onChange={(tab) =>
              void navigate({
                to: '.',
                search: {
                  ...(orderId !== undefined && { orderId }),
                  ...(checkoutId !== undefined && { checkoutId }),
                  ...(runId !== undefined && { runId }),
                  ...(tab === 'why' && { tab }),
                },
                hash: true,
                replace: true,
              })
            }
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="timeline">{t.timeline}</Tabs.Tab>
              <Tabs.Tab value="why">{t.why}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="timeline">
              <CustomerTimeline of={of} isCut={customer.isCut} />
            </Tabs.Panel>
            <Tabs.Panel value="why">
              <Explanation events={customer.events} />
            </Tabs.Panel>
          </Tabs>
        )
      }
      aside={
        <>
          <ContactFacts customer={customer} />
          <ContactChannels customer={customer} />
          <PersonData customer={customer} />
        </>
      }
    />
  );
}

/** Finds a customer by a contact, which is kept out of the address that the server sees (AUT12). */
function FindCustomer(): ReactNode {
  const t = useTexts(texts);
  const { search, go } = usePrivateSearch();
  const [contact, setContact] = useState(search ?? '');
  return (
    <form
      role="search"
      style={{ maxWidth: 480 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (contact.trim().length >= 3) go({ search: contact.trim(), tab: 'why' });
      }}
    >
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          label={t.search}
          autoComplete="off"
          maxLength={254}
          value={contact}
          onChange={(event) => setContact(event.currentTarget.value)}
        />
        <Button type="submit">{t.searchDo}</Button>
      </Group>
    </form>
  );
}
