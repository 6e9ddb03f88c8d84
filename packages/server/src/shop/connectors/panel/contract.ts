// Requests and responses of the endpoints of shops at platforms that a store is connected with.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';
import { formField, localizedText } from '../../../providers/connections/form-field.ts';
import type { Capabilities } from '../connector.ts';
import { healthCodes } from '../health.ts';

const instant = z.iso.datetime();

const platform = z.object({
  name: z.string(),
  label: z.string(),
  capabilities: z.custom<Capabilities>(),
  /** How often its orders are read, in minutes. */
  everyMinutes: z.int(),
  /** The ways to connect. `available`: false if this installation has no app of the platform, which the way needs. */
  methods: z.array(
    z.object({
      kind: z.enum(['consent', 'keys']),
      label: localizedText,
      available: z.boolean(),
      fields: z.array(formField),
    }),
  ),
});

const connection = z.object({
  connectionId: z.uuid(),
  platform: z.string(),
  /** The shop at its platform: its address, its domain or its id. */
  shop: z.string(),
  /** The shop as its owner knows it. */
  name: z.string(),
  connectedAt: instant,
  /** CON12. */
  health: z.object({
    code: z.enum(healthCodes),
    since: instant.nullable(),
    everyMinutes: z.int(),
  }),
  /** CON4: the reading of what happened before the connection was made. `total` null: the platform does not say. */
  history: z.object({ read: z.int(), total: z.int().nullable(), done: z.boolean() }),
});

const at = '/panel/api/stores/:storeId/shop-connections' as const;

/** The endpoints of a store's connections with shops. CON9: the capabilities of each platform come with it. */
export const shopConnectionsContract = {
  listShopConnections: {
    method: 'GET',
    path: at,
    access: 'changeSettings',
    answer: done.extend({ platforms: z.array(platform), connections: z.array(connection) }),
  },
  /** CON11: `redirectUrl`: the page on which the owner agrees; null: the shop is connected. */
  connectShop: {
    method: 'POST',
    path: at,
    access: 'changeSettings',
    audit: ['shop_connected'],
    recent: true,
    body: z.strictObject({
      platform: z.string().max(30),
      /** Its index among the platform's. */
      method: z.int().min(0).max(9),
      input: z.record(z.string().max(60), z.string().max(2_000)),
    }),
    answer: done.extend({ redirectUrl: z.string().nullable(), connectionId: z.uuid().nullable() }),
  },
  readShopNow: {
    method: 'POST',
    path: `${at}/:shopConnectionId/read`,
    access: 'changeSettings',
    unaudited: 'It reads what is read on a schedule anyway.',
  },
  disconnectShop: {
    method: 'DELETE',
    path: `${at}/:shopConnectionId`,
    access: 'changeSettings',
    audit: ['shop_disconnected'],
    recent: true,
  },
} as const satisfies Record<string, PanelEndpoint>;
