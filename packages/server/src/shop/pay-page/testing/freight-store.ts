import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { account as correiosAccount } from '../../../providers/freight/correios-cws/testing/account.ts';
import { CorreiosServer } from '../../../providers/freight/correios-cws/testing/correios-server.ts';
import { account as frenetAccount } from '../../../providers/freight/frenet/testing/account.ts';
import { FrenetServer } from '../../../providers/freight/frenet/testing/frenet-server.ts';
import { account as melhorEnvioAccount } from '../../../providers/freight/melhor-envio/testing/account.ts';
import { MelhorEnvioServer } from '../../../providers/freight/melhor-envio/testing/melhor-envio-server.ts';
import { noFreightSettings } from '../../../stores/queries/freight-settings.ts';
import { connectFreightAccount } from '../../../providers/connections/freight/connect.ts';
import { changeFreightSettings } from '../../../stores/freight-settings.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import type { Seen } from './shopper.ts';

/** A test service whose freight providers are servers on this machine. */
export type FreightStore = {
  readonly service: TestService;
  readonly melhorEnvio: MelhorEnvioServer;
  readonly correios: CorreiosServer;
  readonly frenet: FrenetServer;
  /** Connects one of them. */
  readonly connect: (provider: keyof typeof accounts) => Promise<void>;
  /** Ends all failures, and forgets accounts, quotes and which carriers failed. */
  readonly reset: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const untimedMs = 30_000;
const accounts = { 'melhor-envio': melhorEnvioAccount, 'correios-cws': correiosAccount, frenet: frenetAccount };

/** Starts it, with a store that ships from Belo Horizonte. */
export async function startFreightStore(): Promise<FreightStore> {
  const melhorEnvio = await new MelhorEnvioServer().start();
  const correios = await new CorreiosServer().start();
  const frenet = await new FrenetServer().start();
  const service = await startTestService({
    ALLOW_PRIVATE_ADDRESSES: 'true',
    MELHOR_ENVIO_URL: melhorEnvio.url,
    CORREIOS_URL: correios.url,
    FRENET_URL: frenet.url,
  });
  const { context, storeId } = service;
  // On a busy machine a carrier answers late, which is not the subject.
  context.quoteDeadlineMs = untimedMs;
  await changeFreightSettings(context.db, storeId, { ...noFreightSettings, origin: '30130000' }, unaudited);
  return {
    service,
    melhorEnvio,
    correios,
    frenet,
    connect: async (provider) => {
      const signal = AbortSignal.timeout(60_000);
      const set = await connectFreightAccount(context, storeId, { provider, ...accounts[provider] }, signal, unaudited);
      if (!set.ok) throw new Error(`${set.code} ${set.issues.join()}`);
      for (const server of [melhorEnvio, correios, frenet]) server.requests.length = 0;
    },
    reset: async () => {
      const rows = await context.db.query<{ id: string }>('delete from freight_accounts returning account_id as id');
      for (const { id } of rows.rows) context.carrierCircuits.succeed(id);
      for (const server of [melhorEnvio, correios, frenet]) server.recover();
      context.quoteDeadlineMs = untimedMs;
    },
    stop: async () => {
      await service.stop();
      await Promise.all([melhorEnvio.stop(), correios.stop(), frenet.stop()]);
    },
  };
}

/** The offers of a page or of a part of it: name and price. */
export const offersIn = ({ html }: Seen): string[] =>
  [...html.matchAll(/<b>([^<]*)<\/b>[^]*?<span class="money"\s*>([^]*?)<\/span\s*>\s*<\/label>/g)].map(
    ([, name, price]) =>
      `${name} ${price!
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim()}`,
  );
/** The ids of the offers of a page or of a part of it. */
export const idsIn = ({ html }: Seen): string[] =>
  [...html.matchAll(/name="shipping" value="([^"]*)"/g)].map(([, id]) => id!);
