import { isSend, validateFlow, type SendStep, type Step } from '@retoma/flow';
import type { Context } from '../../../context.ts';
import { sendExample, type TestSent } from '../../delivery/test-send.ts';
import { RateLimiter } from '../../../base/net/rate-limiter.ts';
import { sessionOf } from '../../../members/guards/session.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** The limit for each member, so that no recipient is flooded. */
const limit = { perSecond: 5 / 60, burst: 5 };

/** POST /panel/api/stores/:storeId/test-send: sends one test message. It belongs to no run and is not in the ledger. */
export function testSendHandlers(context: Context): PanelHandlers<'testSend'> {
  const limiter = new RateLimiter(limit);
  return {
    testSend: async ({ body, params: { storeId }, request }) => {
      const step = sendStepIn(body.step);
      if (!step.ok) return { ok: false, code: 'AUTOMATION_INVALID', details: { issues: step.issues } };
      const { allowed, retryAfter } = limiter.take(sessionOf(request).userId, context.clock());
      if (!allowed) return { ok: false, code: 'TOO_MANY_ATTEMPTS', retryAfter };
      const began = performance.now();
      const signal = AbortSignal.timeout(20_000);
      const sent = await sendExample(context, { storeId, step: step.step, to: body.to.trim() }, signal);
      return { success: true, ...testOutcome(sent), ms: Math.round(performance.now() - began) };
    },
  };
}

/** The step, validated as the only step of an automation. */
function sendStepIn(raw: Record<string, unknown>): { ok: true; step: SendStep } | { ok: false; issues: object[] } {
  const flow = { name: 'Teste', trigger_event: 'pix.generated', active: false, steps: [raw] };
  const { valid, structure } = validateFlow(flow, { mode: 'off' });
  const step = raw as Step;
  if (valid && step.type === 'action' && isSend(step)) return { ok: true, step };
  return { ok: false, issues: structure };
}

function testOutcome(sent: TestSent): { reason: string | null; uncertain: boolean; isSandbox: boolean } {
  if (!sent.ok) return { reason: sent.code, uncertain: false, isSandbox: false };
  const { delivered, isSimulated: isSandbox } = sent;
  if (delivered.outcome === 'sent') return { reason: null, uncertain: false, isSandbox };
  if (delivered.outcome === 'uncertain') return { reason: 'UNKNOWN', uncertain: true, isSandbox };
  return { reason: delivered.outcome === 'opted_out' ? 'OPTED_OUT' : delivered.reason, uncertain: false, isSandbox };
}
