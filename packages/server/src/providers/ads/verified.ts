import type { DestinationVerified, Payload, Sent } from './destination.ts';

/** The result of a test from the result of sending the made-up event. */
export async function verifiedBy<Body>(
  payload: Payload<Body>,
  send: (body: Body) => Promise<Sent>,
): Promise<DestinationVerified> {
  if (!payload.ok) throw new Error(`the test event is incomplete: ${payload.reason}`);
  const sent = await send(payload.body);
  if (sent.outcome === 'sent') return { outcome: 'ok' };
  if (sent.outcome === 'skipped') throw new Error(`the test event is incomplete: ${sent.reason}`);
  const { status, message } = sent;
  const isRefused = sent.outcome === 'refused';
  const code = isRefused && sent.isBroken && sent.code === null ? 'TOKEN' : sent.code;
  return { outcome: isRefused ? 'refused' : 'unreachable', status, code, message };
}
