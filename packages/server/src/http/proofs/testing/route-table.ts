import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { createApp } from '../../app.ts';

/** One thing that can be asked of the service: `GET`, `/pay/:checkoutId`. */
export type Route = { readonly method: string; readonly url: string };

/** What Fastify calls a listener for an instance before anything is registered on it. */
const channel = 'fastify.initialization';

/** Every route of the service as it is made, in the order of its making. HEAD and OPTIONS, which no handler of ours answers, are left out. */
export async function routeTable(context: Context): Promise<Route[]> {
  const routes: Route[] = [];
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') routes.push({ method: one, url });
    });
  };
  subscribe(channel, listen);
  const app = createApp(context);
  unsubscribe(channel, listen);
  await app.ready();
  await app.close();
  return routes;
}
