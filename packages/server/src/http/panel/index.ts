import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { compressPanelResponse } from '../compression/compress-responses.ts';
import { addAccount } from './account/index.ts';
import { addAutomations } from './automations/index.ts';
import { addCopilot } from './copilot/index.ts';
import { addOrders } from './orders/index.ts';
import { addRuns } from './runs/index.ts';
import { addSettings } from './settings/index.ts';

/** Adds the panel's API. No other site may read its responses, and no cache stores them. */
export function addPanelApi(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    scope.decorateRequest('session', undefined);
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      next();
    });
    scope.addHook('onSend', compressPanelResponse);
    for (const add of [addAccount, addAutomations, addCopilot, addRuns, addOrders, addSettings]) add(scope, context);
    done();
  });
}
