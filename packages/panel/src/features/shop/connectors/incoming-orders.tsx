import { Group, Loader, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { ApiResponse } from '../../../api/call.ts';
import { OrderStateBadges } from '../state-badge.tsx';
import { texts as shopTexts } from '../texts.ts';
import styles from './connectors.module.css';
import { texts } from './texts.ts';
import '../../../ui/rows.css';

/** How many orders are shown, and how often they are read, in milliseconds. */
const [count, pollMs] = [4, 3_000];

/** The store's newest orders, as they arrive. `isReading`: those of the last 48 hours are still being read. */
export function IncomingOrders({ isReading }: { isReading: boolean }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const { data } = useApiQuery('GET /panel/api/stores/:storeId/orders', { query: {} }, { refetchInterval: pollMs });
  if (!data || (isReading && data.orders.length === 0)) return null;
  return (
    <Topic title={t.lastOrders}>
      {data.orders.length === 0 ? (
        <Group gap="sm" wrap="nowrap" role="status">
          <Loader size="xs" />
          <Text c="dimmed">{t.firstOrder}</Text>
        </Group>
      ) : (
        <div>
          <div role="list" aria-live="polite">
            {data.orders.slice(0, count).map((order) => (
              <OrderLine key={order.orderId} order={order} />
            ))}
          </div>
          <AnchorLink size="sm" to="/$storeId/orders" params={{ storeId }} search={{}}>
            {t.seeAllOrders}
          </AnchorLink>
        </div>
      )}
    </Topic>
  );
}

type IncomingOrder = ApiResponse<'GET /panel/api/stores/:storeId/orders'>['orders'][number];

function OrderLine({ order }: { order: IncomingOrder }): ReactNode {
  const s = useTexts(shopTexts);
  const { storeId } = useStore();
  const { money, moment } = useStoreFormats();
  const { orderId, number, person, total, createdAt } = order;
  return (
    <div role="listitem" className={`listed-row ${styles['order']}`}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text truncate>
          <Link className="listed-link" to="/$storeId/orders/$orderId" params={{ storeId, orderId }}>
            {number === null ? s.orderPlain : s.orderNumber(number)}
          </Link>{' '}
          {person.name}
        </Text>
        <Text fw={500} flex="none">
          {total !== null && money(total)}
        </Text>
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" c="dimmed">
          {moment(createdAt)}
        </Text>
        <Group gap={4} justify="flex-end">
          <OrderStateBadges order={order} />
        </Group>
      </Group>
    </div>
  );
}
