import { Button, CopyButton, Group, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Columns } from '../../../ui/columns.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useStore } from '../../../ui/use-store.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Customer, Happened, Items, Part } from '../purchase-parts.tsx';
import { PurchaseStateBadge } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import { SendLink } from '../payment-link/send-link.tsx';
import { contactName } from '../contact-name.tsx';
import type { Checkout } from '../labels.ts';

/** One checkout: its link, its cart, its shopper and its events. */
export function CheckoutPage(): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const { checkoutId = '' } = useParams({ strict: false });
  const query = useApiQuery('GET /panel/api/stores/:storeId/checkouts/:checkoutId', {
    params: { checkoutId },
  });
  const checkout = query.data?.checkout;
  const above = (
    <AnchorLink size="sm" to="/$storeId/checkouts" params={{ storeId }}>
      {t.checkouts}
    </AnchorLink>
  );
  return (
    <Page
      title={(checkout && contactName(checkout.person)) ?? checkout?.title ?? t.checkout}
      above={above}
      status={checkout && <PurchaseStateBadge state={checkout.state} />}
    >
      <Loaded query={query}>{({ checkout }) => <CheckoutBody checkout={checkout} />}</Loaded>
    </Page>
  );
}

function CheckoutBody({ checkout }: { checkout: Checkout }): ReactNode {
  const { items, person, address, events } = checkout;
  return (
    <Columns
      main={
        <>
          <PayLink checkout={checkout} />
          <Items items={items} totals={checkout} />
          <Happened events={events} />
        </>
      }
      aside={
        <>
          <CheckoutStatus checkout={checkout} />
          <Customer person={person} address={address} of={{ checkoutId: checkout.checkoutId }} />
          <Origin origin={checkout.origin} />
        </>
      }
    />
  );
}

function PayLink({ checkout }: { checkout: Checkout }): ReactNode {
  const t = useTexts(texts);
  const { link } = checkout;
  return (
    <Part title={t.link}>
      <Text style={{ overflowWrap: 'anywhere' }}>{link}</Text>
      <Group gap="xs">
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />} onClick={copy}>
              {copied ? t.copied : t.copyLink}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<Icon name="external" size={16} />}
        >
          {t.openLink}
        </Button>
        <SendLink checkout={checkout} />
      </Group>
    </Part>
  );
}

function CheckoutStatus({ checkout }: { checkout: Checkout }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const { instant } = useStoreFormats();
  const { createdAt, activeAt, capturedAt, abandonedAt, abandonsAt, orderId, orderNumber } = checkout;
  return (
    <Part title={t.state}>
      <FactList
        facts={[
          [
            t.order,
            orderId && (
              <AnchorLink key="order" to="/$storeId/orders/$orderId" params={{ storeId, orderId }}>
                {orderNumber === null ? t.orderPlain : t.orderNumber(orderNumber)}
              </AnchorLink>
            ),
          ],
          [t.created, instant(createdAt)],
          [t.captured, capturedAt && instant(capturedAt)],
          [t.activeAt, activeAt && instant(activeAt)],
          [t.abandonedAt, abandonedAt && instant(abandonedAt)],
          [t.abandonsAt, abandonsAt && instant(abandonsAt)],
        ]}
      />
    </Part>
  );
}

function Origin({ origin: { browser, referrer, utms } }: { origin: Checkout['origin'] }): ReactNode {
  const t = useTexts(texts);
  if (!browser && !referrer && utms.length === 0) return null;
  return (
    <Part title={t.origin}>
      <FactList
        facts={[
          [t.browser, browser],
          [t.referrer, referrer],
          [t.campaign, utms.join(', ')],
        ]}
      />
    </Part>
  );
}
