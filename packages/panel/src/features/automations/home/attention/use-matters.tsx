import { describeReason } from '@retoma/flow';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../../api/call.ts';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import type { IconName } from '../../../../ui/icons.tsx';
import { ButtonLink } from '../../../../ui/links.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import type { Tone } from '../../../../ui/tone-badge.tsx';
import { useStore } from '../../../../ui/use-store.ts';
import type { Home } from '../home-data.ts';
import { failureRemedy } from './failure-remedy.ts';
import { texts } from './texts.ts';

/** What needs a member: what and since when, why or what to do, the amount that it is about, and the button. */
export type Matter = {
  id: string;
  tone: Tone;
  icon: IconName;
  title: string;
  text: string;
  amount?: string;
  /** The button; the first one of the page is filled. Nothing: the member may not act on it. */
  act?: Act | undefined;
  /** Whether the row is tinted. */
  isHot?: boolean;
};

type Act = (variant: 'filled' | 'default') => ReactNode;
type Health = ApiResponse<'GET /panel/api/stores/:storeId/health'>;
type HomeAttention = Home['attention'];
/** What the parts below need. */
type Tools = ReturnType<typeof useTools>;

/** The most reasons of failed messages, so that other matters have room. */
const maxFailures = 3;

/** COM47: what needs a member, in the order of its urgency. Undefined `health`: not loaded yet. */
export function useMatters(attention: HomeAttention, health: Health | undefined): Matter[] {
  const tools = useTools();
  const matters = [
    ...(health?.channels ?? []).map((channel) => downChannel(tools, channel)),
    ...money(tools, attention),
    ...connections(tools, attention, health),
    ...attention.failures.slice(0, maxFailures).map((failure) => failures(tools, failure)),
    ...failedRuns(tools, attention),
    ...drafts(tools, attention),
  ];
  return matters;
}

function useTools() {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { storeId, can, example } = useStore();
  return { t, locale, storeId, can, example, ...useStoreFormats() };
}

const channelIcons = { whatsapp: 'whatsapp', email: 'email', sms: 'sms' } as const;

/** A button that leads to a section of the settings; nothing for members who may not open it. */
function settingsLink(
  { storeId, can }: Tools,
  section: 'channels' | 'payments' | 'platforms',
  label: string,
): Act | undefined {
  if (!can('changeSettings')) return undefined;
  return (variant) => (
    <ButtonLink variant={variant} fullWidth to="/$storeId/settings/$section" params={{ storeId, section }}>
      {label}
    </ButtonLink>
  );
}

function downChannel(tools: Tools, { channel, reason, waiting, since }: Health['channels'][number]): Matter {
  const { t, locale, number, moment } = tools;
  return {
    id: `down ${channel}`,
    tone: 'bad',
    icon: 'warning',
    isHot: true,
    title: t.down(t[channel], since ? moment(since) : ''),
    text: [reason && describeReason(reason, locale), waiting > 0 && t.waiting(number(waiting))]
      .filter(Boolean)
      .join(' '),
    act: settingsLink(tools, 'channels', t.reconnect),
  };
}

type Decision = NonNullable<HomeAttention['decisions']>[number];

/** Money that was taken back, waits for a decision, or waits to be confirmed. */
function money(tools: Tools, { decisions, confirmations }: HomeAttention): Matter[] {
  const { t, storeId, money, number } = tools;
  const [lost, open] = [true, false].map((isLost) =>
    (decisions ?? []).filter(({ attention }) => (attention === 'CHARGED_BACK') === isLost),
  );
  const { orders, cents, oldest } = confirmations;
  const toConfirm: Matter = {
    id: 'confirmations',
    tone: 'wait',
    icon: 'pix',
    title: t.confirmations(number(orders)),
    text: t.confirmationsText,
    amount: money(cents),
    act: (variant) => (
      <ButtonLink variant={variant} fullWidth to="/$storeId/orders" params={{ storeId }} search={{ status: 'pending' }}>
        {t.confirm}
      </ButtonLink>
    ),
  };
  return [
    ...decisionsOf(tools, lost!, (one) => t.lost(orderName(tools, one)), t.losts(lost!.length), t.lostText),
    ...decisionsOf(
      tools,
      open!,
      (one) => t.oneDecision(orderName(tools, one), why(tools, one)),
      t.decisions(open!.length),
    ),
    ...(orders > 0
      ? [orders === 1 && oldest !== null ? { ...toConfirm, act: orderLink(tools, oldest, t.confirm) } : toConfirm]
      : []),
  ];
}

const orderName = ({ t }: Tools, { number }: Decision): string => t.order(number === null ? '' : `#${number}`).trim();

const orderLink =
  ({ storeId }: Tools, orderId: string, label: string): Act =>
  (variant) => (
    <ButtonLink variant={variant} fullWidth to="/$storeId/orders/$orderId" params={{ storeId, orderId }}>
      {label}
    </ButtonLink>
  );

type Why = Exclude<Decision['attention'], 'CHARGED_BACK' | 'PARTLY_REFUNDED' | 'ADDRESS_CHANGED'>;
const why = ({ t }: Tools, { attention }: Decision): string => t[attention as Why];

/** The most orders that a line names. */
const maxNamed = 3;

/** One row for these orders; none for no order. The button leads to the one that has waited longest. */
function decisionsOf(
  tools: Tools,
  its: readonly Decision[],
  titleOfOne: (one: Decision) => string,
  titleOfMany: string,
  hint?: string,
): Matter[] {
  const { t, can, money, example } = tools;
  const [first] = its;
  if (!first) return [];
  // COM41: all money of a store of example data counts as received.
  const real = its.filter(({ isSimulated }) => example || !isSimulated);
  const counted = real.length > 0 ? real : its;
  const sum = counted.reduce((sum, { amount }) => sum + amount, 0);
  const named = its.slice(0, maxNamed).map((one) => `${orderName(tools, one)}${hint ? '' : ` ${why(tools, one)}`}`);
  if (its.length > maxNamed) named.push(t.others(its.length - maxNamed));
  return [
    {
      id: `money ${first.attention}`,
      tone: 'bad',
      icon: 'card',
      title: its.length === 1 ? titleOfOne(first) : titleOfMany,
      text: its.length === 1 ? (hint ?? t[`${first.attention as Why}_hint`]) : named.join(' · '),
      amount: sum === 0 ? '' : `${money(sum)}${real.length > 0 ? '' : ` ${t.simulated}`}`,
      act: orderLink(tools, first.orderId, can('changeOrders') && !hint ? t.decide : t.seeOrder),
    },
  ];
}

/** Connections and accounts that do not work, or that may not. */
function connections(
  tools: Tools,
  { brokenShops, failingPayments, unverifiedPayments, unverifiedChannels, simulatedChannels }: HomeAttention,
  health: Health | undefined,
): Matter[] {
  const { t, locale } = tools;
  const down = new Set((health?.channels ?? []).map(({ channel }) => channel));
  return [
    ...brokenShops.map((name): Matter => ({
      id: `shop ${name}`,
      tone: 'bad',
      icon: 'store',
      title: t.brokenShop(name),
      text: t.brokenShopText,
      act: settingsLink(tools, 'platforms', t.reconnect),
    })),
    ...failingPayments.map(({ provider, label }): Matter => ({
      id: `payments ${provider}`,
      tone: 'bad',
      icon: 'card',
      title: t.payments(label[locale]),
      text: t.paymentsText,
      act: settingsLink(tools, 'payments', t.seeConnection),
    })),
    ...simulatedChannels.map((channel): Matter => ({
      id: `simulated ${channel}`,
      tone: 'wait',
      icon: channelIcons[channel],
      title: t.simulatedChannel(t[channel]),
      text: t.simulatedChannelText,
      act: settingsLink(tools, 'channels', t.connectNow),
    })),
    ...unverifiedPayments.map(({ provider, label }): Matter => ({
      id: `unverified ${provider}`,
      tone: 'wait',
      icon: 'card',
      title: t.unverifiedPayments(label[locale]),
      text: t.unverifiedPaymentsText,
      act: settingsLink(tools, 'payments', t.verify),
    })),
    ...unverifiedChannels
      .filter((channel) => !down.has(channel))
      .map((channel): Matter => ({
        id: `unverified ${channel}`,
        tone: 'wait',
        icon: channelIcons[channel],
        title: t.unverifiedChannel(t[channel]),
        text: t.unverifiedChannelText,
        act: settingsLink(tools, 'channels', t.verify),
      })),
  ];
}

/** Messages that failed for one reason, with the button that fits it. */
function failures(tools: Tools, failure: HomeAttention['failures'][number]): Matter {
  const { t, locale, number, storeId, can } = tools;
  const { channel, reason, messages, people, automations, automationCount, automationId } = failure;
  const cause = describeReason(reason, locale) ?? reason;
  const named = automations.map((name) => name || t.noName);
  if (automationCount > automations.length) named.push(t.others(automationCount - automations.length));
  const remedy = failureRemedy(reason);
  const list: Act = (variant) => (
    <ButtonLink
      variant={variant}
      fullWidth
      to="/$storeId/messages"
      params={{ storeId }}
      search={{ state: 'failed', channel }}
    >
      {t.seeMessages}
    </ButtonLink>
  );
  const mayEdit = automationId !== null && can('editAutomations');
  const editor: Act | undefined = mayEdit
    ? (variant) => (
        <ButtonLink
          variant={variant}
          fullWidth
          to="/$storeId/automations/$automationId"
          params={{ storeId, automationId }}
        >
          {t.openAutomation}
        </ButtonLink>
      )
    : undefined;
  const acts = {
    connection: settingsLink(tools, 'channels', t.seeConnection) ?? list,
    automation: editor ?? list,
    messages: list,
  };
  return {
    id: `failures ${channel} ${reason}`,
    tone: 'wait',
    icon: channelIcons[channel],
    title: `${t.failures(number(messages), channel === 'email' ? t.mail : t[channel])}: ${cause.charAt(0).toLowerCase()}${cause.slice(1).replace(/\.$/, '')}`,
    text: [named.join(', '), t.people(number(people)), t.days].join(' · '),
    act: acts[remedy],
  };
}

function failedRuns({ t, number, storeId }: Tools, { failedRuns }: HomeAttention): Matter[] {
  if (failedRuns === 0) return [];
  return [
    {
      id: 'runs',
      tone: 'wait',
      icon: 'run',
      title: t.failedRuns(number(failedRuns)),
      text: t.failedRunsText,
      act: (variant) => (
        <ButtonLink variant={variant} fullWidth to="/$storeId/runs" params={{ storeId }} search={{ state: 'failed' }}>
          {t.seeRuns}
        </ButtonLink>
      ),
    },
  ];
}

/** Drafts that are not published, for members who may publish them. */
function drafts({ t, date, storeId, can }: Tools, { drafts }: HomeAttention): Matter[] {
  const [first] = drafts;
  if (!first || !can('editAutomations')) return [];
  const { automationId, name, version, updatedAt } = first;
  const isOne = drafts.length === 1;
  return [
    {
      id: 'drafts',
      tone: 'plain',
      icon: 'pencil',
      title: isOne ? t.draft(name || t.noName) : t.drafts(drafts.length),
      text: isOne ? t.draftText(date(updatedAt), version) : drafts.map((one) => one.name || t.noName).join(', '),
      act: (variant) =>
        isOne ? (
          <ButtonLink
            variant={variant}
            fullWidth
            to="/$storeId/automations/$automationId"
            params={{ storeId, automationId }}
          >
            {t.review}
          </ButtonLink>
        ) : (
          <ButtonLink variant={variant} fullWidth to="/$storeId/automations" params={{ storeId }} search={{}}>
            {t.seeDrafts}
          </ButtonLink>
        ),
    },
  ];
}
