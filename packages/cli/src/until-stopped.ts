import type { CommandOutput } from './command.ts';

/** Runs a service until Ctrl+C or SIGTERM, then stops it. A second Ctrl+C while it stops ends the process at once. */
export async function untilStopped(start: () => Promise<{ stop: () => Promise<void> }>): Promise<CommandOutput> {
  // Registered before the start, so that a signal during the start stops the service afterwards. A closed terminal must not turn the last
  // output into an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const stopRequested = new Promise<void>((resolve) => {
    let first = 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        // One Ctrl+C may arrive twice, from the terminal and from a parent process. So only one that comes a second later kills.
        if (signal === 'SIGINT' && first > 0 && performance.now() - first > 1_000) process.kill(process.pid, 'SIGKILL');
        first ||= performance.now();
        resolve();
      });
    }
  });
  const running = await start();
  await stopRequested;
  process.stderr.write('\nStopping…\n');
  await running.stop();
  return { json: undefined, text: 'Stopped.' };
}
