import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { describeReason } from '@retoma/flow';
import { describeTrigger } from '../../diagram/cards/step-text.ts';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { contactName, displayPhone } from '../../features/shop/contact-name.tsx';
import { firstWords } from '../../features/automations/runs/message-text.ts';
import { useFormats } from '../../ui/format/formats.ts';
import { useLocale } from '../../ui/locale.tsx';
import { notifySuccess } from '../../ui/feedback/notify.ts';
import { useTexts } from '../../ui/texts.ts';
import type { Choice, SearchAnswer } from './choice.ts';
import { StateOf } from './choice-row.tsx';
import styles from './search.module.css';
import { texts, type SearchTexts } from './texts.ts';
import type { SearchedStore } from './use-search.ts';

type PreviewProps = { choice: Choice; store: SearchedStore; href: string; onOpen: () => void };
type Fact = readonly [name: string, value: ReactNode];

/** What the selected choice opens, before it is opened. */
export function ChoicePreview({ choice, store, href, onOpen }: PreviewProps): ReactNode {
  const t = useTexts(texts);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(new URL(href, location.href).href);
    notifySuccess(t.copied);
  };
  return (
    <aside className={styles['preview']}>
      <Stack gap={4} align="flex-start">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
          {choice.title}
        </Text>
        <StateOf subject={choice.subject} />
      </Stack>
      <Details choice={choice} store={store} />
      <Stack gap="xs" mt="auto">
        <Button onClick={onOpen}>{openText(choice, t)}</Button>
        <Button variant="default" onClick={() => void copy()}>
          {t.copyLink}
        </Button>
      </Stack>
    </aside>
  );
}

function openText({ subject, title }: Choice, t: SearchTexts): string {
  const openTexts = {
    orders: t.openOrder,
    people: t.openPerson,
    checkouts: t.openCart,
    automations: t.openAutomation,
    messages: t.openMessage,
    pages: t.openPage,
    actions: title,
  };
  return openTexts[subject.kind];
}

function Details({ choice: { subject, detail }, store }: { choice: Choice; store: SearchedStore }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { instant, money } = useFormats(store.timeZone);
  switch (subject.kind) {
    case 'orders':
      return <OrderDetails row={subject.row} store={store} />;
    case 'people':
      return (
        <Facts
          facts={[
            [t.phone, displayPhone(subject.row.phone)],
            [t.email, subject.row.email],
            [t.purchases, t.orderCount(subject.row.orders)],
          ]}
        />
      );
    case 'checkouts':
      return (
        <Facts
          facts={[
            [t.client, contactName(subject.row.person)],
            [t.what, subject.row.title],
            [t.total, money(subject.row.total)],
            [t.when, instant(subject.row.createdAt)],
          ]}
        />
      );
    case 'automations':
      return <Facts facts={[[t.trigger, describeTrigger(subject.row.triggerEvent, locale).name]]} />;
    case 'messages': {
      const { name, recipient, automation, settledAt, dueAt, reason, content } = subject.row;
      return (
        <>
          <Facts
            facts={[
              [t.to, [name, recipient].filter(Boolean).join(' · ')],
              [t.automation, automation],
              [t.when, instant(settledAt ?? dueAt)],
              [t.state, reason && describeReason(reason, locale)],
            ]}
          />
          <Text size="sm" lineClamp={8} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {firstWords(content)}
          </Text>
        </>
      );
    }
    case 'actions':
    case 'pages':
      return (
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      );
  }
}

/** An order with what its row lacks, which is read once the selection rests on it. */
function OrderDetails({ row, store }: { row: SearchAnswer['orders'][number]; store: SearchedStore }): ReactNode {
  const t = useTexts(texts);
  const { money, number } = useFormats(store.timeZone);
  const [orderId] = useDebouncedValue(row.orderId, 200);
  const request = { params: { storeId: store.storeId, orderId } };
  const { data } = useQuery({
    queryKey: ['GET /panel/api/stores/:storeId/orders/:orderId', request],
    queryFn: ({ signal }) => call('GET /panel/api/stores/:storeId/orders/:orderId', request, signal),
  });
  const order = data?.order.orderId === row.orderId ? data.order : undefined;
  const items = order?.items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
  const refunded = order?.payments.reduce((sum, one) => sum + one.refunded, 0) ?? 0;
  return (
    <Facts
      facts={[
        [t.client, contactName(row.person)],
        [t.phone, displayPhone(row.person.phone)],
        [t.email, row.person.email],
        [t.items, items > 0 && number(items)],
        [t.total, row.total !== null && money(row.total)],
        [t.refunded, refunded > 0 && money(refunded)],
        [t.tracking, order?.tracking?.code],
      ]}
    />
  );
}

const Facts = ({ facts }: { facts: readonly Fact[] }): ReactNode => (
  <dl className={styles['facts']}>
    {facts
      .filter(([, value]) => Boolean(value))
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
