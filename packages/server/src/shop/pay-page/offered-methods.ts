import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { networkIn } from '../../stores/guards/address-limit.ts';
import type { OpenPurchase } from './open-purchase.ts';

/** COM23: a purchase with the payment methods that its shopper is offered: only PIX if too many cards were refused. */
export async function withOfferedMethods(
  context: Context,
  request: FastifyRequest,
  opened: OpenPurchase,
): Promise<OpenPurchase> {
  const { purchase, store } = opened;
  const { methods } = purchase;
  if (!methods.some(({ method }) => method === 'card') || purchase.order?.status === 'paid') return opened;
  const source = { storeId: store.storeId, network: networkIn(context, request) };
  if (await context.cardAttempts.areOffered(source)) return opened;
  const pix = methods.filter(({ method }) => method === 'pix');
  // A store without PIX keeps its other methods except card.
  const rest = pix.length > 0 ? pix : methods.filter(({ method }) => method !== 'card');
  return { ...opened, purchase: { ...purchase, methods: rest } };
}
