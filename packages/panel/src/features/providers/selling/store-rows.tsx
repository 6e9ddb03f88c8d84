import { formatDocument, formatPhone } from '@retoma/commerce';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { Selling, StepState } from './selling-data.ts';
import { StepRow } from './step-row.tsx';
import { texts } from './texts.ts';

type StoreRowProps = { selling: Selling; isNext: boolean };

/** The sender of e-mails. */
export function SenderRow({ selling: { sender }, isNext }: StoreRowProps): ReactNode {
  const t = useTexts(texts);
  const { state, address } = sender;
  const text = address === null ? t.senderMissing : state === 'done' ? t.senderDone(address) : t.senderForeign(address);
  const act = actOf(state, { missing: t.senderAct, unverified: t.seeMissing }) ?? t.change;
  return (
    <StepRow
      icon="globe"
      state={state}
      title={t.sender}
      text={text}
      isNext={isNext}
      renderAction={(variant) => <ToSettings section="domains" what={t.sender} act={act} variant={variant} />}
    />
  );
}

/** What the payment page and the law need of the seller. */
export function SellerRow({ selling: { seller }, isNext }: StoreRowProps): ReactNode {
  const t = useTexts(texts);
  const { state, legalName, document, contact } = seller;
  const known = [legalName, document && formatDocument(document), contact && formatPhone(contact)];
  const act = actOf(state, { missing: t.sellerAct }) ?? t.change;
  return (
    <StepRow
      icon="store"
      state={state}
      title={t.seller}
      text={state === 'done' ? known.filter(Boolean).join(' · ') : t.sellerMissing}
      isNext={isNext}
      renderAction={(variant) => <ToSettings section="store" what={t.seller} act={act} variant={variant} />}
    />
  );
}

/** How orders are shipped. */
export function FreightRow({ selling: { freight }, isNext }: StoreRowProps): ReactNode {
  const t = useTexts(texts);
  const { state, options, hasCarrier } = freight;
  const act = actOf(state, { missing: t.freightAct }) ?? t.change;
  return (
    <StepRow
      icon="truck"
      state={state}
      title={t.freight}
      text={state === 'done' ? [...options, ...(hasCarrier ? [t.carrier] : [])].join(' · ') : t.freightMissing}
      isNext={isNext}
      renderAction={(variant) => <ToSettings section="shipping" what={t.freight} act={act} variant={variant} />}
    />
  );
}

/** The address of the payment page. */
export function PayPageRow({ selling: { payPage } }: { selling: Selling }): ReactNode {
  const t = useTexts(texts);
  const { state, hostname } = payPage;
  const text =
    hostname === null ? t.payPageOwn : state === 'done' ? t.payPageDone(hostname) : t.payPageWaiting(hostname);
  const act = actOf(state, { optional: t.payPageAct, unverified: t.seeMissing }) ?? t.change;
  return (
    <StepRow
      icon="link"
      state={state}
      title={t.payPage}
      text={text}
      isNext={false}
      renderAction={(variant) => <ToSettings section="domains" what={t.payPage} act={act} variant={variant} />}
    />
  );
}

/** Whether only prices of the store's server hold. */
export function PricesRow({ selling: { prices } }: { selling: Selling }): ReactNode {
  const t = useTexts(texts);
  const act = actOf(prices.state, { missing: t.pricesAct }) ?? t.change;
  return (
    <StepRow
      icon="shield"
      state={prices.state}
      title={t.prices}
      text={prices.state === 'done' ? t.pricesDone : t.pricesMissing}
      isNext={false}
      renderAction={(variant) => <ToSettings section="keys" what={t.prices} act={act} variant={variant} />}
    />
  );
}

/** The word of a step's button in a state that has its own. */
const actOf = (state: StepState, acts: { readonly [State in StepState]?: string }): string | undefined => acts[state];

type ToSettingsProps = {
  section: 'domains' | 'store' | 'shipping' | 'keys' | 'webhooks';
  what: string;
  act: string;
  variant: 'filled' | 'default';
};

/** The button to the page of the settings that does a step. */
export function ToSettings({ section, what, act, variant }: ToSettingsProps): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  return (
    <ButtonLink
      size="sm"
      variant={variant}
      to="/$storeId/settings/$section"
      params={{ storeId, section }}
      search={{}}
      {...(act === t.change && { 'aria-label': t.changeWhat(what) })}
    >
      {act}
    </ButtonLink>
  );
}
