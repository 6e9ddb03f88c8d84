import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { askCopilot } from '../request-completion.ts';
import { findConversation } from '../conversation.ts';
import { sessionOf } from '../../../members/guards/session.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import type { CopilotEvent } from './contract.ts';
import { presentCopilotMessage } from './present-message.ts';

/** Interval of the heartbeat that keeps proxies from closing a stream while the model thinks, in milliseconds. */
const heartbeatMs = 10_000;

/**
 * POST /panel/api/stores/:storeId/automations/:automationId/copilot: sends a question and responds with server-sent events until the
 * copilot's text is complete. Closing the connection stops the model; the text so far is stored.
 */
export function askCopilotHandlers(app: FastifyInstance, context: Context): PanelHandlers<'askCopilot'> {
  const { db, clock, log, copilot, config, metrics } = context;
  const open = new Set<AbortController>();
  // A closing server waits for its responses, so it stops those of models.
  app.addHook('preClose', (done) => {
    for (const stop of open) stop.abort();
    done();
  });
  return {
    askCopilot: async ({ params, body, locale, request, reply }) => {
      const place = await findConversation(db, params);
      if (!place) return 'NOT_FOUND';
      const asking = { db, clock, log, copilot, dailyTokens: config.copilotDailyTokens };
      const { userId } = sessionOf(request);
      const accepted = await askCopilot(asking, { ...body, ...place, userId, locale });
      if (!accepted.ok) return accepted;
      const stream = new PassThrough();
      const stop = new AbortController();
      open.add(stop);
      const sendEvent = (event: CopilotEvent): void => {
        if (stream.writable) stream.write(`data: ${JSON.stringify(event)}\n\n`);
      };
      const heartbeat = setInterval(() => stream.writable && stream.write(':\n\n'), heartbeatMs);
      reply.raw.once('close', () => stop.abort());
      const answered = metrics.copilotAnswers.startTimer();
      void accepted
        .answer(sendEvent, stop.signal)
        .then((message) => {
          answered({ answer: message.kind });
          metrics.copilotTokens.inc({ direction: 'sent' }, message.inputTokens);
          metrics.copilotTokens.inc({ direction: 'received' }, message.outputTokens);
          return sendEvent({ type: 'done', message: presentCopilotMessage(message) });
        })
        .finally(() => {
          clearInterval(heartbeat);
          open.delete(stop);
          stream.end();
        });
      reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      return stream;
    },
  };
}
