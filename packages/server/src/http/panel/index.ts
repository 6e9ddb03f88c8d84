import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { compressPanelResponse } from '../compression/compress-responses.ts';
import { accountHandlers } from './account/index.ts';
import { automationsHandlers } from './automations/index.ts';
import { addEndpoints } from '../register.ts';
import { panelContract } from './contract.ts';
import { copilotHandlers } from './copilot/index.ts';
import { ordersHandlers } from './orders/index.ts';
import { runsHandlers } from './runs/index.ts';
import { addLive } from './runs/live.ts';
import { settingsHandlers } from './settings/index.ts';

/** Adds the panel's API. No other site may read its responses, and no cache stores them. */
export function addPanelApi(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    scope.decorateRequest('session', undefined);
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      next();
    });
    scope.addHook('onSend', compressPanelResponse);
    const handlers = {
      ...accountHandlers(scope, context),
      ...automationsHandlers(scope, context),
      ...copilotHandlers(scope, context),
      ...runsHandlers(context),
      ...ordersHandlers(context),
      ...settingsHandlers(scope, context),
    };
    addEndpoints(scope, context, panelContract, handlers, { prefixes: [''], bodyLimit: 16 * 1024 });
    addLive(scope, context);
    done();
  });
}
