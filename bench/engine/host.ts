// The process of one runner: executes the benchmark's requests over IPC, one at a time, and sends each response with its request's number.
import { runners, type RunnerName } from './runners.ts';
import type { Runner } from './runner.ts';

/** A request to the host: a method of Runner and its arguments. `submit` takes any number of events. */
export type Request = { id: number; method: Exclude<keyof Runner, 'name'>; args: unknown[] };
/** The host's response. */
export type HostReply = { id: number; result?: unknown; error?: string };

const eventsAtOnce = 1000;
const runner: Runner = runners[process.argv[2] as RunnerName].create();

async function submitAll(from: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += eventsAtOnce) {
    await runner.submit(from + done, Math.min(eventsAtOnce, count - done));
  }
}

const perform = (method: Request['method'], args: unknown[]): Promise<unknown> => {
  if (method === 'submit') return submitAll(...(args as Parameters<Runner['submit']>));
  return (runner[method] as (...args: unknown[]) => Promise<unknown>)(...args);
};

process.on('message', (message) => {
  const { id, method, args } = message as Request;
  perform(method, args).then(
    (result) => process.send!({ id, result } satisfies HostReply),
    (error: unknown) => process.send!({ id, error: String((error as Error).stack ?? error) } satisfies HostReply),
  );
});
process.once('disconnect', () => process.exit());
