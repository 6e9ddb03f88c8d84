import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../../context.ts';
import { createApp } from '../../app.ts';

/** A route of the service: `GET`, `/pay/:checkoutId`. */
export type Route = { readonly method: string; readonly url: string };

/** The diagnostics channel on which Fastify publishes a new instance, before routes are registered. */
const channel = 'fastify.initialization';

/** Every route of the service in the order of registration, without HEAD and OPTIONS. */
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
