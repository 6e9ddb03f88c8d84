// A first look at the package: text to a checked flow, a change to it, and what it sends.
import { expect, test } from 'vitest';
import { applyOperations, formatTimeline, importFlow, simulate } from './index.ts';

const text = `{
  "name": "Lembrete do PIX",
  "trigger_event": "pix.generated",
  "settings": { "stopOn": ["payment.confirmed"] },
  "steps": [
    { "id": "espera", "type": "delay", "minutes": 30 },
    { "id": "lembrete", "type": "action", "name": "send_whatsapp", "data": { "type": "text", "message": "Oi, {{customer.name}}!" } },
    { "id": "fim", "type": "end" }
  ]
}`;

test('[EDT2] a flow is imported, changed by an operation and simulated', () => {
  const imported = importFlow(text);
  if (!imported.ok) throw new Error(imported.issues[0]!.message);

  const changed = applyOperations(
    imported.flow,
    [{ op: 'update_step', nodeId: 'espera', changes: { minutes: 45 } }],
    () => 'new-step',
  );
  if (!changed.ok) throw new Error(changed.code);

  const result = simulate(changed.flow, {
    start: '2026-01-05T10:00:00-03:00',
    context: { customer: { name: 'Beatriz', phone: '+5511987654321' }, order: { status: 'PENDING' } },
  });
  expect(formatTimeline(result, 'en').split('\n')).toEqual([
    '00:00  espera    waits 45 min, until 00:45',
    '00:45  lembrete  WhatsApp → +5511987654321: “Oi, Beatriz!”',
    '00:45  fim       ends the automation',
    'Ended. 1 message sent.',
    '',
  ]);
});
