import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { storeSettingsHandlers } from './store-settings.ts';
import { keysHandlers } from './keys/keys.ts';
import { tryKeyHandlers } from './keys/try-key.ts';
import { storeMediaHandlers } from './media.ts';

/** A store: its settings, keys and pictures. */
export const storeHandlers = (app: FastifyInstance, context: Context) => ({
  ...storeSettingsHandlers(context),
  ...keysHandlers(context),
  ...tryKeyHandlers(app, context),
  ...storeMediaHandlers(context),
});
