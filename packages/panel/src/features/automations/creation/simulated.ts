import { naturalData, simulate, withValue, type Channel, type Flow, type SimulatedMessage } from '@retoma/flow';
import type { Highlights } from '../../../diagram/metrics/highlights.ts';

/** A message that a customer would get. `at`: minutes after the event. */
export type SimulatedSend = { at: number; channel: Channel; text: string };

/** What a flow does to one customer: the messages, and the steps that it reaches. */
export type Simulated = { sends: SimulatedSend[]; highlights: Highlights };

/** An ordinary Monday morning, far from the quiet hours. */
const start = '2026-01-05T10:00:00-03:00';

/** The time of day that many minutes after the start, and the days between. */
export function clockAfter(minutes: number): { days: number; clock: string } {
  const total = 10 * 60 + Math.round(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return { days: Math.floor(total / 1_440), clock: `${two(Math.floor((total % 1_440) / 60))}:${two(total % 60)}` };
}

/** Runs a flow in virtual time for a customer who neither pays nor replies. `storeName` replaces the example's. */
export function simulateFor(flow: Flow, storeName: string): Simulated {
  const context = withValue(naturalData(flow.trigger_event), ['store', 'name'], storeName);
  const { trace, messages } = simulate(flow, { start, context });
  const passed = [...new Set(trace.map(({ id, path }) => id ?? path))];
  return {
    sends: messages.map((message) => ({ at: message.at, channel: message.channel, text: summaryOf(message) })),
    highlights: Object.fromEntries(['trigger-0', ...passed].map((id) => [id, { tone: 'passed' as const }])),
  };
}

/** The subject of an e-mail, the first line of another message. */
function summaryOf({ content }: SimulatedMessage): string {
  const { subject, message, text, caption } = content as Readonly<Record<string, unknown>>;
  const found = [subject, message, text, caption].find((one) => typeof one === 'string' && one !== '');
  return typeof found === 'string' ? found.split('\n', 1)[0]! : '';
}
