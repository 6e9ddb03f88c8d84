import type { ApiScope } from '@retoma/commerce';
import type { BusinessHours } from '@retoma/flow';
import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, execute, queryOneValue, queryRow, queryRows } from '../../base/postgres/query.ts';

/** The seller's data for the payment page and messages. */
export type StoreProfile = {
  legalName: string | null;
  /** CPF or CNPJ, only digits and capital letters. */
  document: string | null;
  /** The address on one line. */
  address: string | null;
  email: string | null;
  phone: string | null;
  url: string | null;
  /** COM7a: further hosts that links of unsigned carts may use, separated by commas. */
  siteHosts: string | null;
  returnsUrl: string | null;
  privacyUrl: string | null;
  logoUrl: string | null;
  /** The colour of the payment page's buttons: `#` and six hex digits in lower case. */
  accent: string | null;
  /** The corners of boxes and buttons on the payment page; null: soft. */
  corners: 'square' | 'round' | null;
  /** The texts of the links to these pages; null: the default. */
  returnsText: string | null;
  privacyText: string | null;
  /** The default sender of e-mails; null: `name` and `email`. */
  senderName: string | null;
  senderEmail: string | null;
};

/** A row of stores, with its domain and keys. */
export type StoreRow = StoreProfile & {
  storeId: string;
  name: string;
  active: boolean;
  signedCartsOnly: boolean;
  demo: boolean;
  /** AUT15: the user for whom it was filled with example data; null: it is a store of its own. */
  exampleOf: string | null;
  /** TST1: the store whose test mode this one is; null: it is no test store. */
  testOf: string | null;
  /** TST4: its keys are of test mode: it is a test store, the demo store until it is live, or a store of example data. */
  test: boolean;
  /** An IANA zone. */
  timeZone: string;
  /** RUN8: minutes after a message at which onNoReply fires. */
  noReplyMinutes: number;
  /** RUN17: minutes by which a send may be late. */
  lateMinutes: number;
  /** RUN22: when waits end that keep to business hours. */
  businessHours: BusinessHours;
  /** A live store never uses sandbox payments. */
  live: boolean;
  /** COM7: minutes until a PIX code expires. */
  pixMinutes: number;
  /** COM7: days until a boleto is due. */
  boletoDays: number;
  /** COM3: minutes without activity after which a checkout is abandoned. */
  abandonMinutes: number;
  /** RUN8: opens and clicks of bots count as a person's. */
  countMachines: boolean;
  /** COM37: whether a destination of conversions is active. */
  advertises: boolean;
  /** The custom domain that links use, if any. */
  domain: string | null;
  /** The domain that its owner entered, whether links use it yet or not. */
  chosenDomain: string | null;
  /** Working keys, and until when (`endsAt`, milliseconds); ended keys are left out. */
  keys: { keyId: string; kind: 'checkout' | 'secret'; scopes: ApiScope[] | null; endsAt: number | null }[];
};

/** The columns that may be changed, by their members. */
const changeable = {
  name: 'name',
  active: 'active',
  signedCartsOnly: 'signed_carts_only',
  timeZone: 'time_zone',
  legalName: 'legal_name',
  document: 'document',
  address: 'address',
  email: 'email',
  phone: 'phone',
  url: 'url',
  siteHosts: 'site_hosts',
  returnsUrl: 'returns_url',
  privacyUrl: 'privacy_url',
  logoUrl: 'logo_url',
  accent: 'accent',
  corners: 'corners',
  returnsText: 'returns_text',
  privacyText: 'privacy_text',
  senderName: 'sender_name',
  senderEmail: 'sender_email',
  live: 'live',
  pixMinutes: 'pix_minutes',
  boletoDays: 'boleto_days',
  abandonMinutes: 'abandon_minutes',
  countMachines: 'count_bot_events',
  noReplyMinutes: 'no_reply_minutes',
  lateMinutes: 'late_minutes',
  businessHours: 'business_hours',
} as const satisfies { [Member in keyof StoreRow]?: string };

/** Whether the keys of a store `s` are of test mode. */
export const isTestStore = '(s.test_of is not null or s.example_of is not null or (s.demo and not s.live))';

const columns = `
  s.store_id as "storeId", s.demo, s.example_of as "exampleOf", s.test_of as "testOf", ${isTestStore} as test,
  ${Object.entries(changeable)
    .map(([member, column]) => `s.${column} as "${member}"`)
    .join(', ')},
  exists (select from conversion_destinations d where d.store_id = s.store_id and d.active) as advertises,
  (select d.hostname from store_domains d where d.store_id = s.store_id and d.active) as domain,
  (select d.hostname from store_domains d where d.store_id = s.store_id and d.chosen) as "chosenDomain",
  coalesce((
    select json_agg(json_build_object(
      'keyId', k.key_id, 'kind', k.kind, 'scopes', k.scopes, 'endsAt', floor(extract(epoch from k.ends_at) * 1000)) order by k.created_at)
    from api_keys k where k.store_id = s.store_id and (k.ends_at is null or k.ends_at > now())
  ), '[]') as keys`;

/** One store that was not deleted, or undefined. */
export const storeFind = (db: Queryable, storeId: string): Promise<StoreRow | undefined> =>
  queryRow(db, {
    name: 'store-find',
    text: `select ${columns} from stores s where s.store_id = $1 and s.deleted_at is null`,
    values: [storeId],
  });

/** Every store that was not deleted, besides test stores; oldest first. */
export const storeList = (db: Queryable): Promise<StoreRow[]> =>
  queryRows(db, {
    text: `select ${columns} from stores s where s.deleted_at is null and s.test_of is null order by s.created_at, s.store_id`,
  });

/** Stores a new, active store. */
export const storeInsert = (
  db: Queryable,
  {
    storeId,
    name,
    demo,
    exampleOf = null,
    testOf = null,
  }: { storeId: string; name: string; demo: boolean; exampleOf?: string | null; testOf?: string | null },
): Promise<void> =>
  execute(db, {
    text: 'insert into stores (store_id, name, demo, example_of, test_of) values ($1, $2, $3, $4, $5)',
    values: [storeId, name, demo, exampleOf, testOf],
  });

/** A change of a store: missing members are not changed; null clears a member of the profile. */
export type StoreChange = Partial<Pick<StoreRow, keyof typeof changeable>>;

/** Changes a store; false where it does not exist. */
export async function storeUpdate(db: Queryable, storeId: string, change: StoreChange): Promise<boolean> {
  const changes = Object.entries(changeable).flatMap(([member, column]) => {
    const value = change[member as keyof StoreChange];
    return value === undefined ? [] : [{ column, value }];
  });
  const set = changes.map(({ column }, index) => `${column} = $${index + 2}`).join(', ') || 'name = name';
  return affectsOne(db, {
    text: `update stores set ${set} where store_id = $1 and deleted_at is null`,
    values: [storeId, ...changes.map(({ value }) => value)],
  });
}

/** Deletes a store: all its keys end, its requests are refused with 404, and its checkouts stay stored. False if there is none. */
export const storeDelete = (db: Queryable, storeId: string): Promise<boolean> =>
  affectsOne(db, {
    text: 'update stores set deleted_at = now(), active = false where store_id = $1 and deleted_at is null',
    values: [storeId],
  });

/** The number of stores in a database, without those of example data and of test mode. */
export const storeCount = (db: Queryable): Promise<number> =>
  queryOneValue(db, { text: 'select count(*)::int as count from stores where example_of is null and test_of is null' });
