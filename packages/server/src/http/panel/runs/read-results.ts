import { pickLocale } from '@retoma/pay';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { isId } from '../../../ids.ts';
import { automationResults } from '../../../runs/automation-results.ts';
import type { Plans } from '../../../runs/plans.ts';
import { recoveredByDay, recoveredSum, recoveryHours } from '../../../runs/recovered-revenue.ts';
import { addEndpoint } from '../endpoint.ts';

const day = 24 * 60 * 60_000;

/** GET /panel/api/stores/:storeId/automations/:automationId/results: what an automation came to in so many days, 30 unless told. */
export function addReadResults(app: FastifyInstance, context: Context, plans: Plans): void {
  addEndpoint(app, context, 'readResults', async ({ params: { storeId, automationId }, query, request }) => {
    const { db } = context;
    if (!isId(automationId)) return 'NOT_FOUND';
    const { days = 30 } = query;
    const now = context.clock();
    const span = { since: now - days * day, until: now + 1, locale: pickLocale(request.headers['accept-language']) };
    const results = await automationResults({ db, plans }, { storeId, automationId }, span);
    if (!results) return 'NOT_FOUND';
    const { states, messages, orders, flow, steps, reasons } = results;
    return {
      success: true,
      name: results.name,
      days,
      entered: Object.values(states).reduce((sum, count) => sum + count, 0),
      states,
      messages,
      recovered: { ...recoveredSum(orders), hours: recoveryHours },
      byDay: recoveredByDay(orders, results.timeZone),
      flow,
      steps: [...steps],
      reasons: [...reasons],
    };
  });
}
