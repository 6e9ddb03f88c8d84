import { Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../../api/query.ts';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { SaleBadge } from '../../../../ui/format/other-sales.tsx';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { AnchorLink } from '../../../../ui/links.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { ToneBadge } from '../../../../ui/tone-badge.tsx';
import { useStore } from '../../../../ui/use-store.ts';
import type { ApiResponse } from '../../../../api/call.ts';
import styles from './figures.module.css';
import { texts } from './texts.ts';
import '../../../../ui/rows.css';

/** How many orders are shown. */
const count = 6;

/** The newest orders, in any state. */
export function LastOrders(): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const list = useApiQuery('GET /panel/api/stores/:storeId/orders', { query: {} });
  return (
    <Surface
      component="section"
      p={0}
      aria-label={t.lastOrders}
      display="flex"
      style={{ flexDirection: 'column', overflow: 'hidden' }}
    >
      <Group justify="space-between" px="md" mih={48}>
        <Title order={2}>{t.lastOrders}</Title>
        <AnchorLink size="sm" fw={600} to="/$storeId/orders" params={{ storeId }} search={{}}>
          {t.seeAllOrders}
        </AnchorLink>
      </Group>
      <Loaded query={list} rows={count}>
        {({ orders }) =>
          orders.length === 0 ? (
            <Text size="sm" c="dimmed" px="md" pb="md">
              {t.noOrders}
            </Text>
          ) : (
            <div role="list" className={styles['orders']}>
              {orders.slice(0, count).map((order) => (
                <OrderRow key={order.orderId} order={order} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Surface>
  );
}

/** The payment methods that a store's own system may name in other words: `credit_card`. */
const methods = ['pix', 'boleto', 'card'] as const;

/** The look of each state of an order. */
const looks = {
  pending: { tone: 'wait', icon: 'clock', label: 'pending' },
  processing: { tone: 'wait', icon: 'clock', label: 'processing' },
  paid: { tone: 'ok', icon: 'check', label: 'paid' },
  failed: { tone: 'bad', icon: 'cross', label: 'failedPayment' },
  cancelled: { tone: 'plain', icon: 'cross', label: 'cancelled' },
} as const;

type ListedOrder = ApiResponse<'GET /panel/api/stores/:storeId/orders'>['orders'][number];

function OrderRow({ order }: { order: ListedOrder }): ReactNode {
  const t = useTexts(texts);
  const { money, moment } = useStoreFormats();
  const { storeId } = useStore();
  const { orderId, number, person, paymentMethod, createdAt, total, status, sale } = order;
  const method = methods.find((one) => paymentMethod?.includes(one));
  const { tone, icon, label } = looks[status];
  return (
    <div role="listitem" className={`listed-row ${styles['order']}`}>
      <Text truncate>
        <Link className="listed-link" to="/$storeId/orders/$orderId" params={{ storeId, orderId }}>
          {number === null ? t.orderPlain : t.orderNumber(number)}
        </Link>{' '}
        {person.name ?? person.email ?? t.someone}
      </Text>
      <Text fw={500} ta="right">
        {total !== null && money(total)}
      </Text>
      <Text size="xs" c="dimmed">
        {[moment(createdAt), method && t[method]].filter(Boolean).join(' · ')}
      </Text>
      <Group gap={4} justify="flex-end">
        <SaleBadge kind={sale} />
        <ToneBadge tone={tone} icon={icon}>
          {t[label]}
        </ToneBadge>
      </Group>
    </div>
  );
}
