import { Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/query.ts';
import { useFormats } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTexts } from '../../ui/texts.ts';
import { useStore } from '../../ui/use-store.ts';
import { ListControls, NothingListed, Pager } from './list-controls.tsx';
import './list.css';
import { StateBadge } from './state-badge.tsx';
import { texts } from './texts.ts';
import { useFilter } from './use-filter.ts';
import { Who } from './who.tsx';
import { words, type ListedCheckout } from './words.ts';

const states = ['open', 'abandoned', 'ordered', 'paid', 'expired'] as const;

/** The checkouts of a store, the newest first. */
export function CheckoutsPage(): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { storeId, can } = useStore();
  const filter = useFilter();
  const { search, before } = filter.values;
  const state = states.find((one) => one === filter.values['state']);
  const list = useAsk('GET /panel/api/stores/:storeId/checkouts', {
    params: { storeId },
    query: { state, search, before },
  });
  return (
    <Page title={t.checkouts}>
      <ListControls
        filter={filter}
        {...(can('seeShoppers') && { searchLabel: t.searchPeople })}
        choices={states.map((value) => ({ value, label: w[value] }))}
      />
      <Loaded query={list}>
        {({ checkouts, next, reached }) =>
          checkouts.length === 0 ? (
            <Stack>
              <NothingListed filter={filter} icon="cart" text={t.noCheckouts} />
              <Pager filter={filter} next={next} reached={reached} />
            </Stack>
          ) : (
            <Stack>
              <CheckoutTable checkouts={checkouts} />
              <Pager filter={filter} next={next} reached={reached} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function CheckoutTable({ checkouts }: { checkouts: readonly ListedCheckout[] }): ReactNode {
  const t = useTexts(texts);
  return (
    <Surface p={0} style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.what}</Table.Th>
            <Table.Th visibleFrom="sm">{t.who}</Table.Th>
            <Table.Th>{t.state}</Table.Th>
            <Table.Th visibleFrom="md">{t.when}</Table.Th>
            <Table.Th ta="right">{t.total}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {checkouts.map((checkout) => (
            <CheckoutRow key={checkout.checkoutId} checkout={checkout} />
          ))}
        </Table.Tbody>
      </Table>
    </Surface>
  );
}

function CheckoutRow({ checkout }: { checkout: ListedCheckout }): ReactNode {
  const t = useTexts(texts);
  const { money, ago } = useFormats();
  const { storeId } = useStore();
  const { checkoutId, title, lines, person, state, createdAt, total } = checkout;
  return (
    <Table.Tr className="listed-row">
      <Table.Td>
        <Link className="listed-link" to="/$storeId/checkouts/$checkoutId" params={{ storeId, checkoutId }}>
          {title}
        </Link>
        {lines > 1 && (
          <Text size="xs" c="dimmed">
            {t.moreItems(lines - 1)}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {person.name ?? person.email ?? person.phone}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Who person={person} />
      </Table.Td>
      <Table.Td>
        <StateBadge state={state} />
      </Table.Td>
      <Table.Td visibleFrom="md">{ago(createdAt)}</Table.Td>
      <Table.Td ta="right">{money(total)}</Table.Td>
    </Table.Tr>
  );
}
