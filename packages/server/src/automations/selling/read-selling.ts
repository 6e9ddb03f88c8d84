import { channels as everyChannel, isForeignFreemail, triggers, type Channel } from '@retoma/flow';
import { paymentMethods, type Localized, type PaymentMethod } from '@retoma/commerce';
import type { Database } from '../../base/postgres/pool.ts';
import { listProviders } from '../../providers/connections/payments/list-accounts.ts';
import {
  paymentAccountStatuses,
  type PaymentAccountStatus,
} from '../../providers/payments/queries/payment-accounts.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';
import { declarationOf, isSimulated } from '../../providers/channels/index.ts';
import { mailServerOf } from '../../providers/channels/mail-server.ts';
import {
  connectionFindActive,
  connectionStatuses,
  type ConnectionStatus,
} from '../../providers/queries/connections.ts';
import { freightAccountList } from '../../providers/freight/queries/freight-accounts.ts';
import { shippingOptionList } from '../../stores/queries/shipping-options.ts';
import { storeFind, type StoreRow } from '../../stores/queries/stores.ts';
import { automationListActive } from '../definitions/queries/automations.ts';
import type { VersionCache } from '../definitions/compiled-versions.ts';
import { realSaleExists } from './real-sale-exists.ts';
import { channelStep, paymentSteps, progressOf, type StepState } from './selling-steps.ts';

/** COM45: what a store still needs to sell for real, and what changes for shoppers once it does. */
export type Selling = {
  live: boolean;
  /** Steps done, of those that are not optional. */
  ready: number;
  total: number;
  accounts: {
    provider: string;
    label: Localized;
    state: StepState;
    supports: PaymentMethod[];
    /** Whether it reports payments; false: the store confirms each one by hand. */
    reportsPayments: boolean;
    methods: PaymentMethod[];
    /** Its name at the provider, or the PIX key; null: unknown. */
    account: string | null;
  }[];
  /** Who takes each payment method; null: no one. */
  methods: { method: PaymentMethod; by: { label: Localized; isSimulated: boolean; verified: boolean } | null }[];
  channels: {
    channel: Channel;
    state: StepState;
    by: { label: Localized; isSimulated: boolean; isUnofficial: boolean } | null;
    /** The active automations that send over it. */
    automations: number;
  }[];
  /** How many active automations send over a channel that reaches no one. */
  unheard: number;
  sender: { state: StepState; address: string | null };
  seller: { state: StepState; legalName: string | null; document: string | null; contact: string | null };
  /** Names of the store's own options, and whether a carrier is asked for prices. */
  freight: { state: StepState; options: string[]; hasCarrier: boolean };
  payPage: { state: StepState; hostname: string | null };
  prices: { state: StepState };
  sale: { state: StepState };
};

/** Reads it for a store; undefined: there is no such store. */
export async function readSelling(db: Database, plans: VersionCache, storeId: string): Promise<Selling | undefined> {
  const store = await storeFind(db, storeId);
  if (!store) return undefined;
  const payments = paymentsSteps(await paymentAccountStatuses(db, storeId));
  const channels = await channelSteps(db, plans, store);
  const options = await shippingOptionList(db, storeId);
  const hasCarrier = (await freightAccountList(db, storeId)).length > 0;
  const sender = await senderStep(db, store);
  const { legalName, document, email, phone } = store;
  const isKnown = legalName !== null && document !== null && (email ?? phone) !== null;
  const rest = {
    sender,
    seller: { state: doneIf(isKnown), legalName, document, contact: phone ?? email },
    freight: {
      state: doneIf(hasCarrier || options.length > 0),
      options: options.map(({ name }) => name).slice(0, 5),
      hasCarrier,
    },
    payPage: payPageStep(store),
    prices: { state: doneIf(store.signedCartsOnly) },
    sale: { state: doneIf(await realSaleExists(db, storeId, simulatedProviderNames)) },
  };
  const steps = [...payments.accounts, ...channels.channels, ...Object.values(rest)];
  return { live: store.live, ...progressOf(steps.map(({ state }) => state)), ...payments, ...channels, ...rest };
}

const doneIf = (isDone: boolean): StepState => (isDone ? 'done' : 'missing');

function paymentsSteps(stored: readonly PaymentAccountStatus[]): Pick<Selling, 'accounts' | 'methods'> {
  const providers = listProviders();
  const known = providers.map(({ name, label, isSimulated, hasWebhooks, methods: supports }) => {
    const account = stored.find(({ provider }) => provider === name) ?? null;
    return {
      provider: name,
      label,
      isSimulated,
      reportsPayments: hasWebhooks,
      supports: [...supports],
      account,
    };
  });
  const real = known.filter((one) => !one.isSimulated);
  const steps = paymentSteps(
    real.map(({ account, ...one }) => ({
      ...one,
      account: account && {
        methods: account.methods,
        verified: account.verifiedAt !== null,
        hasError: account.lastError !== null,
      },
    })),
  );
  return {
    accounts: real.map(({ provider, label, supports, reportsPayments, account }, index) => ({
      provider,
      label,
      state: steps[index]!.state,
      supports,
      reportsPayments,
      methods: account?.methods ?? [],
      account: account?.account ?? null,
    })),
    methods: paymentMethods.map((method) => {
      const taker = known.find(({ account }) => account?.methods.includes(method));
      const by = taker && {
        label: taker.label,
        isSimulated: taker.isSimulated,
        verified: taker.account!.verifiedAt !== null,
      };
      return { method, by: by ?? null };
    }),
  };
}

async function channelSteps(
  db: Database,
  plans: VersionCache,
  store: StoreRow,
): Promise<Pick<Selling, 'channels' | 'unheard'>> {
  const connections = await connectionStatuses(db, store.storeId);
  const automations = await automationListActive(db, store.storeId, triggers);
  const versions = await plans.load(
    db,
    automations.map(({ automationId, version }) => ({ automationId, version, store })),
  );
  const used = versions.map((version) => version?.channels ?? []);
  const channels = everyChannel.map((channel) => {
    const connection = connections.find((one) => one.channel === channel);
    const count = used.filter((its) => its.includes(channel)).length;
    const by = connection ? connectedBy(connection) : null;
    const works = connection !== undefined && connection.verified && connection.lastError === null;
    const facts = { channel, automations: count, connection: by && { isSimulated: by.isSimulated, works } };
    return { channel, state: channelStep(facts), by, automations: count };
  });
  const silent = new Set(channels.filter(({ by }) => by === null || by.isSimulated).map(({ channel }) => channel));
  const unheard = used.filter((its) => its.some((channel) => silent.has(channel))).length;
  return { channels, unheard };
}

/** The provider of a connection; null: this release does not have it. */
function connectedBy({ channel, provider }: ConnectionStatus): Selling['channels'][number]['by'] {
  const declared = declarationOf(channel, provider);
  if (!declared) return null;
  return {
    label: declared.label,
    isSimulated: isSimulated({ channel, provider }),
    isUnofficial: declared.isUnofficial ?? false,
  };
}

async function senderStep(db: Database, { storeId, senderEmail, email }: StoreRow): Promise<Selling['sender']> {
  const address = senderEmail ?? email;
  if (address === null) return { state: 'missing', address };
  const isForeign = isForeignFreemail(address, mailServerOf(await connectionFindActive(db, storeId, 'email')));
  return { state: isForeign ? 'unverified' : 'done', address };
}

/** Without a domain of the store, links use the service's address, which works as well. */
function payPageStep({ domain, chosenDomain }: StoreRow): Selling['payPage'] {
  if (domain !== null) return { state: 'done', hostname: domain };
  return { state: chosenDomain === null ? 'optional' : 'unverified', hostname: chosenDomain };
}
